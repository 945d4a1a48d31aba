//! A small bot on the real client that exercises most of the interface a bot can use.

use serenity::all::*;

/// A black square of 2×2, as a PNG.
pub const PNG: &[u8] = &[
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0, 0, 0, 87, 221, 82,
    248, 0, 0, 0, 11, 73, 68, 65, 84, 120, 156, 99, 96, 64, 6, 0, 0, 10, 0, 1, 98, 60, 199, 11, 0, 0, 0, 0, 73, 69, 78,
    68, 174, 66, 96, 130,
];

struct Handler;

/// The commands, with names in two languages.
pub fn commands() -> Vec<CreateCommand> {
    let word = CreateCommandOption::new(CommandOptionType::String, "word", "A few words")
        .name_localized("it", "parola")
        .required(true)
        .set_autocomplete(true);
    vec![
        CreateCommand::new("hello").description("Says hello").name_localized("it", "ciao"),
        CreateCommand::new("secret").description("Tells only you"),
        CreateCommand::new("slow").description("Thinks, then shows a picture"),
        CreateCommand::new("pick").description("Picks a word").name_localized("it", "scegli").add_option(word),
        CreateCommand::new("board").description("Shows buttons and a menu").add_option(CreateCommandOption::new(
            CommandOptionType::User,
            "opponent",
            "Someone to play with",
        )),
        CreateCommand::new("thread").description("Starts a thread"),
        CreateCommand::new("mute").description("Never answers"),
        CreateCommand::new("manage")
            .description("Says hello to those who manage the server")
            .default_member_permissions(Permissions::MANAGE_GUILD),
    ]
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, _ready: Ready) {
        Command::set_global_commands(&ctx.http, commands()).await.expect("the commands are valid");
    }

    async fn message(&self, ctx: Context, message: Message) {
        if message.mentions.iter().any(|user| user.bot) && !message.author.bot {
            let text = format!("You said: {}", message.content);
            message.reply_ping(&ctx.http, text).await.expect("a reply is taken");
        }
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let done = match &interaction {
            Interaction::Command(command) => answer(&ctx, command).await,
            Interaction::Autocomplete(command) => complete(&ctx, command).await,
            Interaction::Component(component) => on_component(&ctx, component).await,
            Interaction::Modal(modal) => {
                let ActionRowComponent::InputText(input) = &modal.data.components[0].components[0] else { return };
                let text = format!("{} wrote {}", modal.user.name, input.value.clone().unwrap_or_default());
                modal.create_response(&ctx, respond(&text)).await
            }
            _ => Ok(()),
        };
        if let Err(error) = done {
            tracing::warn!(?error, "an answer failed");
        }
    }
}

fn respond(text: &str) -> CreateInteractionResponse {
    CreateInteractionResponse::Message(CreateInteractionResponseMessage::new().content(text))
}

async fn answer(ctx: &Context, command: &CommandInteraction) -> serenity::Result<()> {
    match command.data.name.as_str() {
        "hello" | "manage" => {
            command.create_response(ctx, respond(&format!("Hello, {} ({})", command.user.name, command.locale))).await
        }
        "secret" => {
            let message = CreateInteractionResponseMessage::new().content("Psst").ephemeral(true);
            command.create_response(ctx, CreateInteractionResponse::Message(message)).await
        }
        "slow" => {
            command.defer(ctx).await?;
            let file = CreateAttachment::bytes(PNG, "board.png").description("A black square");
            let embed = CreateEmbed::new().title("A board").image("attachment://board.png").colour(0x4f5bd5);
            let edit = EditInteractionResponse::new().content("Done").embed(embed).new_attachment(file);
            command.edit_response(ctx, edit).await.map(drop)
        }
        "pick" => {
            let word = command.data.options[0].value.as_str().unwrap_or_default().to_owned();
            command.create_response(ctx, respond(&format!("You picked {word}"))).await
        }
        "board" => {
            let opponent = command.data.resolved.users.values().next().map_or("nobody", |user| &user.name).to_owned();
            let message = CreateInteractionResponseMessage::new()
                .content(format!("Against {opponent}. Ends <t:1893456000:R>."))
                .components(rows(0));
            command.create_response(ctx, CreateInteractionResponse::Message(message)).await
        }
        "thread" => {
            command.create_response(ctx, respond("A thread begins")).await?;
            let message = command.get_response(ctx).await?;
            let thread = CreateThread::new("Ada against Bruno").auto_archive_duration(AutoArchiveDuration::OneDay);
            let thread = command.channel_id.create_thread_from_message(ctx, message.id, thread).await?;
            let file = CreateAttachment::bytes(PNG, "board.png").description("The first board");
            let first = CreateMessage::new().content(format!("{}, your turn", command.user.mention())).add_file(file);
            thread.send_message(ctx, first).await.map(drop)
        }
        _ => Ok(()),
    }
}

fn rows(count: u32) -> Vec<CreateActionRow> {
    let options = ["red", "green"].map(|c| CreateSelectMenuOption::new(c.to_uppercase(), c).description("A colour"));
    vec![
        CreateActionRow::Buttons(vec![
            CreateButton::new(format!("count:{count}")).label(format!("Pressed {count} times")),
            CreateButton::new("form").label("Write").style(ButtonStyle::Secondary),
            CreateButton::new("later").label("Later").style(ButtonStyle::Success),
            CreateButton::new("never").label("Never").style(ButtonStyle::Danger).disabled(true),
        ]),
        CreateActionRow::SelectMenu(
            CreateSelectMenu::new("colour", CreateSelectMenuKind::String { options: options.to_vec() })
                .placeholder("A colour?"),
        ),
    ]
}

async fn complete(ctx: &Context, command: &CommandInteraction) -> serenity::Result<()> {
    let typed = command.data.autocomplete().map_or("", |option| option.value);
    let words = ["apple", "apricot", "banana"].into_iter().filter(|word| word.starts_with(typed));
    let choices = words.map(|word| AutocompleteChoice::new(word, word)).collect();
    let response = CreateAutocompleteResponse::new().set_choices(choices);
    command.create_response(ctx, CreateInteractionResponse::Autocomplete(response)).await
}

async fn on_component(ctx: &Context, component: &ComponentInteraction) -> serenity::Result<()> {
    if let ComponentInteractionDataKind::StringSelect { values } = &component.data.kind {
        let message =
            CreateInteractionResponseMessage::new().content(format!("It is {}", values[0])).components(vec![]);
        return component.create_response(ctx, CreateInteractionResponse::UpdateMessage(message)).await;
    }
    let id = component.data.custom_id.as_str();
    if let Some(count) = id.strip_prefix("count:").and_then(|n| n.parse::<u32>().ok()) {
        let message = CreateInteractionResponseMessage::new().content("Counting").components(rows(count + 1));
        return component.create_response(ctx, CreateInteractionResponse::UpdateMessage(message)).await;
    }
    if id == "later" {
        component.create_response(ctx, CreateInteractionResponse::Acknowledge).await?;
        let follow = CreateInteractionResponseFollowup::new().content("Later it is").ephemeral(true);
        return component.create_followup(ctx, follow).await.map(drop);
    }
    let input = CreateInputText::new(InputTextStyle::Short, "Your word", "word").max_length(20).placeholder("apple");
    let modal = CreateModal::new("form", "Write a word").components(vec![CreateActionRow::InputText(input)]);
    component.create_response(ctx, CreateInteractionResponse::Modal(modal)).await
}

/// A client of the emulator at `api_url`.
pub async fn client(api_url: &str, token: &str) -> Client {
    let http = HttpBuilder::new(token).proxy(api_url).ratelimiter_disabled(true).build();
    let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    ClientBuilder::new_with_http(http, intents).event_handler(Handler).await.expect("a client")
}

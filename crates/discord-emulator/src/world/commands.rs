//! The application's registered commands: their JSON, and changes of them.

use serde_json::{Value, json};

use super::super::check::command as check;
use super::super::command::Command;
use super::super::error::{ApiError, Form};
use super::super::id::Id;
use super::super::limits;
use super::super::session::Program;
use super::World;

impl World {
    /// The command object.
    pub fn command_json(&self, command: &Command, with_localizations: bool) -> Value {
        let mut json = command.body.clone();
        json["id"] = json!(command.id);
        json["application_id"] = json!(self.bot());
        json["version"] = json!(command.version);
        if let Some(guild) = command.guild {
            json["guild_id"] = json!(guild);
        }
        if !with_localizations {
            strip_localizations(&mut json);
        }
        json
    }

    /// The commands that a program has registered.
    pub fn commands_of(&self, program: Program) -> &Vec<Command> {
        match program {
            Program::BuiltIn => &self.persisted.commands,
            Program::Guest => &self.guest_commands,
        }
    }

    fn commands_of_mut(&mut self, program: Program) -> &mut Vec<Command> {
        match program {
            Program::BuiltIn => &mut self.persisted.commands,
            Program::Guest => &mut self.guest_commands,
        }
    }

    /// All commands of one scope.
    pub fn commands_json(&self, program: Program, guild: Option<Id>, with_localizations: bool) -> Value {
        let commands = self.commands_of(program).iter().filter(|command| command.guild == guild);
        commands.map(|command| self.command_json(command, with_localizations)).collect()
    }

    /// Finds a command by id in this scope.
    ///
    /// # Errors
    ///
    /// 10063 when it does not exist.
    pub fn command(&self, program: Program, guild: Option<Id>, id: Id) -> Result<&Command, ApiError> {
        let found = self.commands_of(program).iter().find(|command| command.id == id && command.guild == guild);
        found.ok_or_else(|| ApiError::new(404, 10_063, "Unknown application command"))
    }

    /// Replaces all commands of one scope. Commands whose name is unchanged keep their id.
    ///
    /// # Errors
    ///
    /// 50035 with the faults of all commands; nothing is changed then.
    pub fn overwrite_commands(&mut self, program: Program, guild: Option<Id>, sent: &Value) -> Result<Value, ApiError> {
        let mut form = Form::default();
        let Some(list) = sent.as_array() else {
            form.fault("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
            form.finish()?;
            return Ok(json!([]));
        };
        if list.len() > limits::COMMANDS {
            return Err(ApiError::new(400, 30_032, "Maximum number of application commands reached (100)."));
        }
        let mut names = std::collections::BTreeSet::new();
        for (i, command) in list.iter().enumerate() {
            check::command(&mut form, &i.to_string(), command);
            let key = (command["name"].as_str(), command["type"].as_u64().unwrap_or(1));
            if !names.insert(key) {
                let message = "Application command names must be unique";
                form.fault(format!("{i}.name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
            }
        }
        form.finish()?;
        let bodies: Vec<Value> = list.iter().map(check::normalized).collect();
        let old: Vec<Command> = self.commands_of_mut(program).extract_if(.., |c| c.guild == guild).collect();
        for body in bodies {
            self.put_command(program, &old, guild, body);
        }
        self.commands_changed();
        Ok(self.commands_json(program, guild, true))
    }

    /// Registers one command, replacing one with the same name.
    ///
    /// # Errors
    ///
    /// 50035 when the command is invalid; 30032 when there are too many.
    pub fn upsert_command(&mut self, program: Program, guild: Option<Id>, sent: &Value) -> Result<Value, ApiError> {
        let mut form = Form::default();
        check::command(&mut form, "", sent);
        form.finish()?;
        let body = check::normalized(sent);
        let key = (guild, body["name"].as_str().unwrap_or_default(), body["type"].as_u64());
        let old: Vec<Command> = self.commands_of_mut(program).extract_if(.., |c| c.key() == key).collect();
        if self.commands_of(program).iter().filter(|c| c.guild == guild).count() >= limits::COMMANDS {
            return Err(ApiError::new(400, 30_032, "Maximum number of application commands reached (100)."));
        }
        self.put_command(program, &old, guild, body);
        self.commands_changed();
        let command = self.commands_of(program).last();
        Ok(command.map_or(Value::Null, |command| self.command_json(command, true)))
    }

    fn put_command(&mut self, program: Program, old: &[Command], guild: Option<Id>, body: Value) {
        let mut command = Command { id: Id(0), version: self.ids.next(), guild, body };
        let same = old.iter().find(|known| known.key() == command.key());
        command.id = same.map_or(command.version, |known| known.id);
        self.commands_of_mut(program).push(command);
    }

    /// Changes parts of a command.
    ///
    /// # Errors
    ///
    /// 10063 when it does not exist; 50035 when the change is invalid.
    pub fn patch_command(
        &mut self,
        program: Program,
        guild: Option<Id>,
        id: Id,
        sent: &Value,
    ) -> Result<Value, ApiError> {
        let mut body = self.command(program, guild, id)?.body.clone();
        if let (Some(body), Some(sent)) = (body.as_object_mut(), sent.as_object()) {
            body.extend(sent.clone());
        }
        let mut form = Form::default();
        check::command(&mut form, "", &body);
        form.finish()?;
        let version = self.ids.next();
        for command in self.commands_of_mut(program).iter_mut().filter(|command| command.id == id) {
            command.body = check::normalized(&body);
            command.version = version;
        }
        self.commands_changed();
        Ok(self.command_json(self.command(program, guild, id)?, true))
    }

    /// Removes a command.
    ///
    /// # Errors
    ///
    /// 10063 when it does not exist.
    pub fn remove_command(&mut self, program: Program, guild: Option<Id>, id: Id) -> Result<(), ApiError> {
        self.command(program, guild, id)?;
        self.commands_of_mut(program).retain(|command| command.id != id);
        self.commands_changed();
        Ok(())
    }

    fn commands_changed(&mut self) {
        self.notify(None, json!({ "type": "commands" }));
        self.touch();
    }
}

/// Removes every `*_localizations` field, as Discord does unless a request asks for them.
fn strip_localizations(json: &mut Value) {
    match json {
        Value::Object(map) => {
            map.retain(|key, _| !key.ends_with("_localizations"));
            map.values_mut().for_each(strip_localizations);
        }
        Value::Array(list) => list.iter_mut().for_each(strip_localizations),
        _ => {}
    }
}

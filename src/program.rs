//! The program: parses the command line and runs the subcommand.
//!
//! It is in the library so that the code of every task is generated once, in the library, in many units at the same time,
//! and the binary is only linked.

use crate::catalog::Catalog;
use crate::cli::arguments::{Arguments, Command, DatabaseCommand, MatrixCommand};
use crate::cli::progress_bar::ProgressBar;
use crate::cli::{CommandResult, backup, db_copy, health_check};
use crate::config::{Config, ConfigError, InvalidConfiguration, Secret, check_api_url};
use crate::doctor::{self, Finding};
use crate::roles::Roles;
use crate::{app, logging};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// The exit code when the configuration has to change before the program can run (`EX_CONFIG` of sysexits.h). The service
/// is not restarted then.
const INVALID_CONFIGURATION: u8 = 78;

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    let catalog = Catalog::standard();
    let arguments = Arguments::parse_for(&catalog);
    if let Some(Command::Doctor { offline, json }) = arguments.command {
        return examine(&catalog, arguments.config.as_deref(), !offline, json);
    }
    match run(&catalog, arguments) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed the pipe, as in `tablero bench | head -1`.
        Err(error) if error.downcast_ref::<io::Error>().is_some_and(is_broken_pipe) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tablero: {error}");
            let is_configuration = error.is::<ConfigError>() || error.is::<InvalidConfiguration>();
            if is_configuration { ExitCode::from(INVALID_CONFIGURATION) } else { ExitCode::FAILURE }
        }
    }
}

/// Runs the doctor and prints its report.
fn examine(catalog: &Catalog, file: Option<&Path>, online: bool, json: bool) -> ExitCode {
    let findings = match (load(file), runtime()) {
        (Ok(config), Ok(runtime)) => {
            let mut bar = ProgressBar::default();
            let progress = |done, all| bar.show("replaying games", done, all);
            let findings = runtime.block_on(doctor::examine(catalog, &config, online, progress));
            bar.end();
            findings
        }
        (Err(error), _) => vec![Finding::error("configuration", error.to_string(), "Nothing else was checked.")],
        (_, Err(error)) => vec![Finding::error("system", error.to_string(), "Nothing was checked.")],
    };
    let write = if json { doctor::write_json } else { doctor::write_text };
    match write(&findings, &mut io::stdout().lock()) {
        Ok(()) => doctor::exit_code(&findings),
        Err(error) if is_broken_pipe(&error) => doctor::exit_code(&findings),
        Err(error) => {
            eprintln!("tablero: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// `tablero matrix`.
fn matrix(
    catalog: &Catalog,
    command: MatrixCommand,
    config: impl FnOnce() -> Result<Config, ConfigError>,
) -> CommandResult {
    match command {
        MatrixCommand::Login => runtime()?.block_on(app::log_in_to_matrix(catalog, &config()?)),
        #[cfg(feature = "encryption")]
        MatrixCommand::RecoveryKey => app::print_recovery_key(),
        #[cfg(feature = "encryption")]
        MatrixCommand::ForgetKeys => runtime()?.block_on(app::forget_keys(catalog, &config()?)),
        #[cfg(feature = "encryption")]
        MatrixCommand::Verify { user, qr, begin, confirm, reject } => {
            let wish = app::HostWish { has_code: qr, begins: begin, answer: (confirm || reject).then_some(confirm) };
            runtime()?.block_on(app::verify(catalog, &config()?, user.as_deref(), wish))
        }
        #[cfg(not(feature = "encryption"))]
        MatrixCommand::RecoveryKey | MatrixCommand::ForgetKeys | MatrixCommand::Verify { .. } => {
            Err(app::WITHOUT_ENCRYPTION.into())
        }
    }
}

fn run(catalog: &Catalog, arguments: Arguments) -> CommandResult {
    let config = || load(arguments.config.as_deref());
    match arguments.command.unwrap_or(Command::Local) {
        Command::Tool(tool) => tool.run(catalog),
        Command::Db { command: DatabaseCommand::Copy(arguments) } => {
            runtime()?.block_on(db_copy::run(catalog, &config()?, &arguments))
        }
        Command::Matrix { command } => matrix(catalog, command, config),
        Command::Doctor { .. } => unreachable!("it has exit codes of its own, see `main`"),
        Command::Health => runtime()?.block_on(health_check::run(&config()?)),
        Command::Backup { file } => runtime()?.block_on(backup::run_backup(&config()?, &file)),
        Command::Restore { file } => runtime()?.block_on(backup::run_restore(&config()?, &file)),
        Command::CheckConfig { online } => {
            let config = config()?;
            check_config(&config)?;
            if online { runtime()?.block_on(app::check_online(&config)) } else { Ok(()) }
        }
        Command::Serve { api_url, roles, shards } => {
            let mut config = config()?;
            if let Some(address) = api_url {
                check_api_url("--api-url", &address)?;
                config.discord.api_url = Some(address);
            }
            start(&config, app::serve(catalog, &config, Roles::new(roles, shards)))
        }
        Command::Local => {
            let config = config()?;
            start(&config, app::local(catalog, &config))
        }
    }
}

fn load(file: Option<&Path>) -> Result<Config, ConfigError> {
    Config::load(file, &|name| std::env::var_os(name))
}

fn check_config(config: &Config) -> CommandResult {
    for warning in &config.warnings {
        writeln!(io::stdout(), "{warning}")?;
    }
    let presence = |secret: &Secret| if secret.expose().is_empty() { "absent" } else { "present" };
    let discord = presence(&config.discord.token);
    let matrix = match &config.matrix.homeserver {
        Some(homeserver) if !config.matrix.token.expose().is_empty() => {
            format!("Matrix: {homeserver}, with an access token.")
        }
        Some(homeserver) if config.matrix.user.is_empty() => {
            format!("Matrix: {homeserver}, with the session from tablero matrix login.")
        }
        Some(homeserver) => format!("Matrix: {homeserver}, the password is {}.", presence(&config.matrix.password)),
        None => "Matrix is not used.".to_owned(),
    };
    writeln!(io::stdout(), "The configuration is valid. The Discord token is {discord}. {matrix}")?;
    // Only `serve` needs a platform.
    if let Err(missing) = app::check_platforms(config) {
        writeln!(io::stdout(), "tablero serve would end at once: {missing}.")?;
    }
    Ok(())
}

/// Starts logging and runs the bot.
fn start(config: &Config, bot: impl Future<Output = CommandResult>) -> CommandResult {
    logging::start(&config.log.filter, config.log.format)?;
    for warning in &config.warnings {
        tracing::warn!("{warning}");
    }
    let runtime = runtime()?;
    let ended = runtime.block_on(bot);
    // Remaining tasks are not awaited: shutting down must not hang.
    runtime.shutdown_background();
    ended
}

/// Builds a runtime with several worker threads even on a single processor: serenity can keep one thread busy for a
/// while (see `discord::gateway`), and other tasks must make progress.
fn runtime() -> Result<tokio::runtime::Runtime, io::Error> {
    const THREADS_MIN: usize = 4;
    let threads = std::thread::available_parallelism().map_or(1, usize::from).max(THREADS_MIN);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()?;
    #[cfg(unix)]
    {
        /// The signal for a file that has reached the limit of the process. By default, it kills.
        const SIGXFSZ: i32 = 25;
        let _entered = runtime.enter();
        // Handled once, the signal never kills again, and the write fails instead.
        let _handled = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::from_raw(SIGXFSZ))?;
    }
    Ok(runtime)
}

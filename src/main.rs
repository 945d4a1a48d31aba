//! The binary. What it does is in [`tablero::program`].

fn main() -> std::process::ExitCode {
    tablero::program::main()
}

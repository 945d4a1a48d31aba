//! What packages install exists, and the service is confined.

use std::path::{Path, PathBuf};
use std::process::Command;
use tablero::config::{Config, DatabaseLocation};
use test_support::requirements;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

#[test]
fn every_file_of_the_debian_package_exists_or_is_generated() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let manifest: toml::Table = toml::from_str(&manifest).expect("TOML");
    let deb = &manifest["package"]["metadata"]["deb"];
    let assets = deb["assets"].as_array().expect("a list of files");
    assert!(assets.len() >= 10);
    for asset in assets {
        let source = asset[0].as_str().expect("a path");
        let is_generated = source.starts_with("target/");
        let folder = source.split('*').next().expect("a first part").trim_end_matches('/');
        assert!(is_generated || root().join(folder).exists(), "{source} does not exist");
    }
    for script in ["postinst", "prerm", "postrm"] {
        let script = root().join("packaging/debian").join(script);
        let text = std::fs::read_to_string(&script).expect("a script");
        // cargo-deb puts the handling of the service there.
        assert!(text.contains("#DEBHELPER#"), "{}", script.display());
        let checked = Command::new("sh").arg("-n").arg(&script).status().expect("there is a shell");
        assert!(checked.success(), "{}", script.display());
    }
}

/// systemd rates from 0 (confined) to 10 what a service could do if it was taken over.
#[test]
fn the_service_is_confined() {
    let unit = root().join("packaging/systemd/tablero.service");
    let analysed = Command::new("systemd-analyze").args(["security", "--offline=true"]).arg(&unit).output();
    let analysed = analysed.ok().filter(|output| output.status.success());
    let Some(output) = requirements::found("a systemd-analyze that is new enough (Debian: systemd)", analysed) else {
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let level = text.split("exposure level for tablero.service: ").nth(1).and_then(|rest| rest.split(' ').next());
    let level: f64 = level.expect("a rating").parse().expect("a number");
    assert!(level < 2.0, "the rating is {level}:\n{text}");
}

/// What `packaging/print-config` prints for the URL of the database that this script gives it.
fn packaged_config(script: &str) -> Config {
    let text = std::fs::read_to_string(root().join("packaging").join(script)).expect("the script");
    let (_, rest) = text.split_once("packaging/print-config ").expect("it prints the configuration");
    let url = rest.split_whitespace().next().expect("a URL");
    let printed = Command::new(root().join("packaging/print-config")).arg(url).output().expect("there is bash");
    assert!(printed.status.success(), "{script}: {}", String::from_utf8_lossy(&printed.stderr));
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("config.toml");
    std::fs::write(&file, printed.stdout).expect("a file");
    Config::load(Some(&file), &|_| None).expect("it is right")
}

/// The database is found from any folder, and everything else is as in the example.
#[test]
fn packages_have_the_example_with_an_absolute_path_of_the_database() {
    let state = "/var/lib/tablero";
    let unit = std::fs::read_to_string(root().join("packaging/systemd/tablero.service")).expect("the unit");
    assert!(unit.contains(&format!("WorkingDirectory={state}\n")), "where an earlier configuration had the database");
    for (script, path) in
        [("build-deb", format!("{state}/data/tablero.sqlite")), ("build-image", "/data/tablero.sqlite".to_owned())]
    {
        let found = packaged_config(script);
        assert_eq!(found.database.location(&found.store), DatabaseLocation::File(path.into()), "{script}");
        let example = Config::load(Some(&root().join("config.example.toml")), &|_| None).expect("it is right");
        let same = Config { database: example.database.clone(), path: example.path.clone(), ..found };
        assert_eq!(same, example, "{script}");
    }
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    assert!(manifest.contains("[\"target/package/config.toml\", \"etc/tablero/config.toml\", \"640\"]"));
}

/// Runs the script that configures the Debian package, for a machine in this folder, and returns what it changes with
/// which arguments. `overridden` is what the host has set with dpkg-statoverride.
fn configure(machine: &Path, overridden: &str) -> Vec<String> {
    let tools = machine.join("tools");
    std::fs::create_dir_all(&tools).expect("a folder");
    let log = machine.join("log");
    let _ = std::fs::remove_file(&log);
    let note = format!("echo \"$(basename \"$0\") $*\" >> {}", log.display());
    let last = "for last in \"$@\"; do :; done";
    for (tool, script) in [
        ("getent", String::new()),
        ("adduser", note.clone()),
        ("install", note.clone()),
        ("chown", format!("{last}; [ -e \"$last\" ] || exit 1; {note}")),
        ("chmod", format!("{last}; [ -e \"$last\" ] || exit 1; {note}")),
        ("dpkg-statoverride", format!("{last}; [ \"$last\" = '{overridden}' ]")),
    ] {
        let file = tools.join(tool);
        std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).expect("a file");
        let runnable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&file, runnable).expect("permissions");
    }
    let script = std::fs::read_to_string(root().join("packaging/debian/postinst")).expect("the script");
    let script = script
        .replace("/etc/tablero", &machine.join("etc").display().to_string())
        .replace("/var/lib/tablero", &machine.join("state").display().to_string());
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").expect("there are programs"));
    let run = Command::new("sh").args(["-c", &script, "postinst", "configure"]).env("PATH", path).output();
    let run = run.expect("there is a shell");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let log = std::fs::read_to_string(log).unwrap_or_default();
    log.lines().map(|line| line.replace(&machine.display().to_string(), "")).collect()
}

#[test]
fn configuring_the_package_respects_what_the_host_has_changed() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let machine = folder.path();
    let (state, owner, mode) = (
        "install -d -o tablero -g tablero -m 0700 /state",
        "chown root:tablero /etc/config.toml",
        "chmod 0640 /etc/config.toml",
    );
    assert_eq!(configure(machine, ""), [state], "a deleted configuration stays deleted");
    std::fs::create_dir_all(machine.join("etc")).expect("a folder");
    std::fs::create_dir_all(machine.join("state")).expect("a folder");
    let config = machine.join("etc/config.toml");
    std::fs::write(&config, "").expect("a file");
    assert_eq!(configure(machine, ""), [state, owner, mode]);
    assert_eq!(configure(machine, &config.display().to_string()), [state]);
    assert_eq!(configure(machine, &machine.join("state").display().to_string()), [owner, mode]);
}

/// `packaging/build-image` uncomments another key of the example.
#[test]
fn the_image_answers_health_checks() {
    let script = std::fs::read_to_string(root().join("packaging/build-image")).expect("the script");
    let example = std::fs::read_to_string(root().join("config.example.toml")).expect("the example");
    let key = "# address = \"127.0.0.1:9090\"";
    assert!(script.contains(&format!("s|^{key}")), "{key}");
    assert_eq!(example.lines().filter(|line| line.starts_with(key)).count(), 1, "{key}");
    for script in ["build-image", "build-deb", "print-config", "try-deb"] {
        let checked = Command::new("bash").arg("-n").arg(root().join("packaging").join(script)).status();
        assert!(checked.expect("there is bash").success(), "{script}");
    }
}

//! What packages install exists, and the service is confined.

use std::path::{Path, PathBuf};
use std::process::Command;

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
    let Some(output) = analysed.ok().filter(|output| output.status.success()) else {
        eprintln!("skipped: systemd-analyze is not installed, or too old");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let level = text.split("exposure level for tablero.service: ").nth(1).and_then(|rest| rest.split(' ').next());
    let level: f64 = level.expect("a rating").parse().expect("a number");
    assert!(level < 2.0, "the rating is {level}:\n{text}");
}

/// `packaging/build-image` uncomments two keys of the example.
#[test]
fn the_image_has_the_example_with_a_volume_and_health_checks() {
    let script = std::fs::read_to_string(root().join("packaging/build-image")).expect("the script");
    let example = std::fs::read_to_string(root().join("config.example.toml")).expect("the example");
    for key in ["# url = \"sqlite:", "# address = \"127.0.0.1:9090\""] {
        assert!(script.contains(&format!("s|^{key}")), "{key}");
        assert_eq!(example.lines().filter(|line| line.starts_with(key)).count(), 1, "{key}");
    }
    for script in ["build-image", "build-deb"] {
        let checked = Command::new("bash").arg("-n").arg(root().join("packaging").join(script)).status();
        assert!(checked.expect("there is bash").success(), "{script}");
    }
}

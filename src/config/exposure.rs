//! Who can read a file with a secret, and who can reach an address.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;

/// That every user of this machine can read a file with a secret, if that is so.
pub(super) fn exposure(path: &Path) -> Option<String> {
    let path = is_world_readable(path).then(|| path.display())?;
    Some(format!("{path} contains a secret, and every user of this machine can read the file: run chmod 600 {path}"))
}

/// Whether every user of the machine can read a file.
fn is_world_readable(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o004 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// That people outside of the host's network can reach the address for monitoring, if that is so.
pub(super) fn public_monitoring(address: SocketAddr) -> Option<String> {
    let is_private = match address.ip() {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        IpAddr::V6(ip) => match ip.to_ipv4_mapped() {
            Some(ip) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
            None => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
        },
    };
    (!is_private).then(|| {
        format!(
            "monitoring.address is {address}, which strangers may be able to reach; it is for the host alone: use \
             127.0.0.1 or an address of a private network, or let a firewall close the port"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_file_with_a_secret_that_every_user_can_read_is_named() {
        use crate::config::{Config, Tokens};
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("config.toml");
        for (text, is_secret) in [
            ("[discord]\ntoken = \"abc\"", true),
            ("[matrix]\ntoken = \"abc\"", true),
            ("[matrix]\npassword = \"abc\"", true),
            ("[database]\nurl = \"postgres://tablero:abc@host/tablero\"", true),
            ("[database]\nurl = \"postgres://host/tablero?password=abc\"", true),
            ("[database]\nurl = \"postgres://tablero@host/tablero\"", false),
            ("[log]\nformat = \"json\"", false),
        ] {
            for (mode, is_exposed) in [(0o604, is_secret), (0o640, false)] {
                std::fs::write(&path, text).expect("a file");
                std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).expect("permissions");
                let config = Config::load(Some(&path), Tokens::default()).expect("it can be read");
                let is_named = config.warnings.iter().any(|warning| warning.contains("chmod 600"));
                assert_eq!(is_named, is_exposed, "{text}: {:?}", config.warnings);
            }
        }
    }

    #[test]
    fn an_address_that_strangers_can_reach_is_named() {
        for (address, is_public) in [
            ("127.0.0.1:9090", false),
            ("[::1]:9090", false),
            ("10.1.2.3:9090", false),
            ("192.168.0.9:9090", false),
            ("[fd00::1]:9090", false),
            ("[fe80::1]:9090", false),
            ("[::ffff:127.0.0.1]:9090", false),
            ("0.0.0.0:9090", true),
            ("[::]:9090", true),
            ("203.0.113.7:9090", true),
            ("[2001:db8::1]:9090", true),
        ] {
            let warning = public_monitoring(address.parse().expect("an address"));
            assert_eq!(warning.is_some_and(|warning| warning.contains(address)), is_public, "{address}");
        }
    }
}

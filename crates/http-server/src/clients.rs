//! Who sends a request: the other end of the connection or, behind proxies, the address that they name.

use axum::http::HeaderMap;
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};

/// The header to which each proxy appends the address of its client.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// How many entries of the header we read.
const PROXIES_MAX: usize = 16;

/// Reads an address, or a network as in `10.0.0.0/8`; `None` if the text is neither. Bits after the network's length must
/// be zero, because otherwise one of the two is a mistake.
pub fn read_network(text: &str) -> Option<IpNet> {
    let address = || text.parse().map(|address: IpAddr| address.into());
    text.parse().or_else(|_| address()).ok().filter(|network: &IpNet| network.trunc() == *network)
}

/// The address of the client that sent a request over a connection from `peer`. Anyone can send the header, so we read
/// it only from trusted proxies. `None` if a trusted proxy names no client.
pub fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Option<IpAddr> {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(&address));
    let peer = peer.to_canonical();
    if !is_trusted(peer) {
        return Some(peer);
    }
    // Each proxy appends an entry or a line, so the nearest proxy's comes last.
    let lines = headers.get_all(FORWARDED_FOR).iter().rev();
    let entries = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
    for entry in entries.take(PROXIES_MAX) {
        let address = read(entry.trim())?;
        if !is_trusted(address) {
            return Some(address);
        }
    }
    None
}

/// Whether an address is one of this machine or of a private network, where no stranger is.
pub fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
    }
}

/// Whether a request has the header of proxies.
pub fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.contains_key(FORWARDED_FOR)
}

/// An address, which some proxies write with a port.
fn read(entry: &str) -> Option<IpAddr> {
    let bare = entry.strip_prefix('[').and_then(|entry| entry.strip_suffix(']')).unwrap_or(entry);
    let address = bare.parse().or_else(|_| entry.parse().map(|with_port: SocketAddr| with_port.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn a_network_has_the_addresses_that_begin_alike() {
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.0"),
            ("192.0.2.7", "192.0.2.7", "192.0.2.6"),
            ("0.0.0.0/0", "203.0.113.9", "::1"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::"),
            ("::1", "::1", "::2"),
            ("::/0", "2001:db8::1", "127.0.0.1"),
        ] {
            let network = read_network(network).expect("a network");
            let contains = |address: &str| network.contains(&address.parse::<IpAddr>().expect("an address"));
            assert!(contains(inside) && !contains(outside), "{network}");
        }
        for wrong in
            ["", "proxy", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::1/64", "::/129", "10.0.0"]
        {
            assert_eq!(read_network(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let trusted = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"].map(|network| read_network(network).expect("a network"));
        for (peer, lines, expected) in [
            // From anyone else, the header means nothing.
            ("203.0.113.1", &["198.51.100.2"][..], Some("203.0.113.1")),
            ("::ffff:203.0.113.1", &[], Some("203.0.113.1")),
            // The last address that is not a trusted proxy is the client's; entries before it are the client's own claims.
            ("127.0.0.1", &["198.51.100.2"], Some("198.51.100.2")),
            ("::ffff:127.0.0.1", &["192.0.2.1, 198.51.100.2"], Some("198.51.100.2")),
            ("127.0.0.1", &["192.0.2.1,198.51.100.2 , 10.1.2.3"], Some("198.51.100.2")),
            ("fd00::5", &["192.0.2.1", "198.51.100.2", "10.1.2.3"], Some("198.51.100.2")),
            ("127.0.0.1", &["nonsense, 198.51.100.2:4711"], Some("198.51.100.2")),
            ("127.0.0.1", &["[2001:db8::7]:4711"], Some("2001:db8::7")),
            ("127.0.0.1", &["[2001:db8::7]"], Some("2001:db8::7")),
            // The proxy names no client, or nothing that we can read.
            ("127.0.0.1", &[], None),
            ("127.0.0.1", &["10.1.2.3"], None),
            ("127.0.0.1", &["198.51.100.2, unknown"], None),
            ("127.0.0.1", &["198.51.100.2,"], None),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(FORWARDED_FOR, HeaderValue::from_static(line));
            }
            let expected = expected.map(|address| address.parse().expect("an address"));
            assert_eq!(client_address(peer.parse().expect("an address"), &headers, &trusted), expected, "{lines:?}");
        }
        let mut headers = HeaderMap::new();
        headers.append(FORWARDED_FOR, HeaderValue::from_bytes(b"198.51.100.2, \xff").expect("a value"));
        assert_eq!(client_address(IpAddr::from([127, 0, 0, 1]), &headers, &trusted), None);
    }
}

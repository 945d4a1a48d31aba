//! Who sends a request: the other end of the connection or, behind proxies, the address that they name.

use axum::http::HeaderMap;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// The header in which each proxy appends the address that it was asked from.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The most proxies that a request passes.
const PROXIES_MAX: usize = 16;

/// An address, or all addresses that begin alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    first: IpAddr,
    /// The number of bits that are the same.
    length: u8,
}

/// A text is no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is no address and no network")]
pub struct NoNetwork;

impl FromStr for Network {
    type Err = NoNetwork;

    /// Reads an address, or a network as in `10.0.0.0/8`. Bits after its length must be zero, because otherwise one of the
    /// two is a mistake.
    fn from_str(text: &str) -> Result<Network, NoNetwork> {
        let (address, length) = text.split_once('/').map_or((text, None), |(address, length)| (address, Some(length)));
        let first: IpAddr = address.parse().map_err(|_| NoNetwork)?;
        let width = width(first);
        let length = length.map_or(Ok(width), |length| length.parse().map_err(|_| NoNetwork))?;
        let network = Network { first, length };
        if length > width || beginning(first, length) != first { Err(NoNetwork) } else { Ok(network) }
    }
}

impl Network {
    /// Whether an address is in the network.
    pub fn contains(&self, address: IpAddr) -> bool {
        address.is_ipv4() == self.first.is_ipv4() && beginning(address, self.length) == self.first
    }
}

fn width(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

/// The address with zeros after this many bits.
pub fn beginning(address: IpAddr, length: u8) -> IpAddr {
    let rest = u32::from(width(address).saturating_sub(length));
    match address {
        IpAddr::V4(address) => IpAddr::V4((u32::MAX.checked_shl(rest).unwrap_or(0) & u32::from(address)).into()),
        IpAddr::V6(address) => IpAddr::V6((u128::MAX.checked_shl(rest).unwrap_or(0) & u128::from(address)).into()),
    }
}

/// The address of the client that sent a request over a connection from `peer`. A proxy that is trusted is believed when
/// it names the address before it, and nobody else is: anyone can send the header. `None` if it is known only that the
/// request came from a trusted proxy.
pub fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> Option<IpAddr> {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
    let peer = peer.to_canonical();
    if !is_trusted(peer) {
        return Some(peer);
    }
    // Each proxy appends an entry or a line of its own, so the last ones are the nearest.
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
            let network: Network = network.parse().expect("a network");
            assert!(network.contains(inside.parse().expect("an address")), "{network:?}");
            assert!(!network.contains(outside.parse().expect("an address")), "{network:?}");
        }
        for wrong in
            ["", "proxy", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::1/64", "::/129", "10.0.0"]
        {
            assert_eq!(wrong.parse::<Network>(), Err(NoNetwork), "{wrong}");
        }
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let trusted = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"].map(|network| network.parse().expect("a network"));
        for (peer, lines, expected) in [
            // Nobody else is believed.
            ("203.0.113.1", &["198.51.100.2"][..], Some("203.0.113.1")),
            ("::ffff:203.0.113.1", &[], Some("203.0.113.1")),
            // The last address that is no proxy is the client's; what is before it is what the client says.
            ("127.0.0.1", &["198.51.100.2"], Some("198.51.100.2")),
            ("::ffff:127.0.0.1", &["192.0.2.1, 198.51.100.2"], Some("198.51.100.2")),
            ("127.0.0.1", &["192.0.2.1,198.51.100.2 , 10.1.2.3"], Some("198.51.100.2")),
            ("fd00::5", &["192.0.2.1", "198.51.100.2", "10.1.2.3"], Some("198.51.100.2")),
            ("127.0.0.1", &["nonsense, 198.51.100.2:4711"], Some("198.51.100.2")),
            ("127.0.0.1", &["[2001:db8::7]:4711"], Some("2001:db8::7")),
            ("127.0.0.1", &["[2001:db8::7]"], Some("2001:db8::7")),
            // A proxy that says nothing that can be understood.
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

    #[test]
    fn an_address_without_its_end() {
        let address: IpAddr = "2001:db8:1:2:3:4:5:6".parse().expect("an address");
        assert_eq!(beginning(address, 64), "2001:db8:1:2::".parse::<IpAddr>().expect("an address"));
        assert_eq!(beginning(address, 0), "::".parse::<IpAddr>().expect("an address"));
        assert_eq!(beginning(IpAddr::from([10, 1, 2, 3]), 64), IpAddr::from([10, 1, 2, 3]));
    }
}

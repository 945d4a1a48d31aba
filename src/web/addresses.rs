//! How much one address may ask for, with a link or without one.

use super::rate::{Rate, Spent};
use crate::service::Millis;
use axum::http::HeaderMap;
use http_server::{client_address, is_forwarded, is_private};
use ipnet::IpNet;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

/// A page takes some twenty requests to load, and many people of a school or company have one address.
const RATE: Rate = Rate { burst: 1_000, per_second: 100 };
/// The number of event streams of one address at the same time.
const STREAMS: u16 = 200;
/// The number of slots, each of which counts the addresses that hash to it. This bounds the memory; two addresses share
/// a slot with a probability of one in this many, and nobody outside can compute which.
const SLOTS: usize = 1 << 14;
/// The bits of an IPv6 address that name the customer: providers give each a network of this size or a larger one.
const CUSTOMER_BITS: u8 = 64;

/// An address, as the number of its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Address(usize);

#[derive(Clone, Copy, Default)]
struct Slot {
    spent: Spent,
    streams: u16,
}

/// Counts the requests and event streams of addresses.
pub(super) struct Addresses {
    /// The proxies whose `X-Forwarded-For` we trust.
    proxies: Vec<IpNet>,
    hasher: RandomState,
    slots: Mutex<Box<[Slot]>>,
    warned: Once,
}

impl Addresses {
    /// Addresses behind these proxies.
    pub fn behind(proxies: Vec<IpNet>) -> Addresses {
        let slots = Mutex::new(vec![Slot::default(); SLOTS].into());
        Addresses { proxies, hasher: RandomState::new(), slots, warned: Once::new() }
    }

    /// The address that sent a request; `None` if a trusted proxy forwarded it without naming one, because all clients of
    /// the proxy share the proxy's own address.
    pub fn of(&self, peer: IpAddr, headers: &HeaderMap) -> Option<Address> {
        let address = client_address(peer, headers, &self.proxies)?;
        if address == peer.to_canonical() && is_private(address) && is_forwarded(headers) {
            self.warned.call_once(|| {
                tracing::warn!(
                    proxy = %address,
                    "a proxy that is not in web.trusted_proxies forwards requests to the page of boards, so all people \
                     behind it share the limit of one address; add it there"
                );
            });
        }
        // Each IPv4 address counts alone, as it has fewer bits.
        let customer = IpNet::new(address, CUSTOMER_BITS).map_or(address, |network| network.network());
        Some(Address(self.hasher.hash_one(customer) as usize % SLOTS))
    }

    /// Whether the address may make another request.
    pub fn admit(&self, address: Address, now: Millis) -> bool {
        self.lock()[address.0].spent.spend(RATE, now)
    }

    /// Another event stream of the address; `None` if it has too many.
    pub fn stream(self: &Arc<Self>, address: Address) -> Option<AddressPermit> {
        let streams = &mut self.lock()[address.0].streams;
        *streams = streams.checked_add(1).filter(|number| *number <= STREAMS)?;
        Some(AddressPermit { addresses: Arc::clone(self), address })
    }

    fn lock(&self) -> MutexGuard<'_, Box<[Slot]>> {
        // A thread that panicked may have left a count too low, which does no harm.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An event stream of an address, which counts until it is dropped.
pub(super) struct AddressPermit {
    addresses: Arc<Addresses>,
    address: Address,
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let streams = &mut self.addresses.lock()[self.address.0].streams;
        *streams = streams.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    /// Addresses without proxies, and the slots of some of them.
    fn addresses<const N: usize>(texts: [&str; N]) -> (Arc<Addresses>, [Address; N]) {
        let addresses = Arc::new(Addresses::behind(Vec::new()));
        let slots = texts.map(|text| addresses.of(ip(text), &HeaderMap::new()).expect("its own address"));
        (addresses, slots)
    }

    #[test]
    fn a_flood_from_one_address_locks_out_no_other() {
        // Two addresses may share a slot by chance, but hardly three times in a row.
        let is_apart = || {
            let (addresses, [flood, other]) = addresses(["203.0.113.1", "203.0.113.2"]);
            let admitted = |address, at| (0..3_000).filter(|_| addresses.admit(address, Millis(at))).count();
            assert_eq!(admitted(flood, 1_000), 1_000);
            assert_eq!(admitted(flood, 2_000), 100, "they come back");
            let streams: Vec<_> = (0..1_000).map_while(|_| addresses.stream(flood)).collect();
            assert_eq!(streams.len(), 200);
            let is_apart = addresses.admit(other, Millis(2_000)) && addresses.stream(other).is_some();
            drop(streams);
            assert!(addresses.stream(flood).is_some(), "streams that end make room");
            is_apart
        };
        assert!((0..3).any(|_| is_apart()));
    }

    #[test]
    fn the_addresses_of_one_customer_count_as_one() {
        let (_, [one, same]) = addresses(["2001:db8:1:2::1", "2001:db8:1:2:ffff::9"]);
        assert_eq!(one, same);
        let (_, [one, mapped]) = addresses(["203.0.113.1", "::ffff:203.0.113.1"]);
        assert_eq!(one, mapped);
        let is_apart = |one, other| {
            (0..3).any(|_| {
                let (_, [one, other]) = addresses([one, other]);
                one != other
            })
        };
        assert!(is_apart("2001:db8:1:2::1", "2001:db8:1:3::1"));
        assert!(is_apart("203.0.113.1", "203.0.113.2"));
    }

    #[test]
    fn a_forged_header_changes_nothing() {
        let addresses = Addresses::behind(vec![ip("127.0.0.1").into()]);
        let forwarded = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", axum::http::HeaderValue::from_static(text));
            headers
        };
        let own = addresses.of(ip("198.51.100.7"), &HeaderMap::new());
        assert_eq!(addresses.of(ip("198.51.100.7"), &forwarded("203.0.113.1")), own);
        // Even from a trusted proxy, only the last address counts.
        let told = addresses.of(ip("127.0.0.1"), &forwarded("203.0.113.1, 198.51.100.7"));
        assert_eq!((told, own.is_some()), (own, true));
        assert_eq!(addresses.of(ip("127.0.0.1"), &HeaderMap::new()), None, "all people behind it would be one");
    }
}

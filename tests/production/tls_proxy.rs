//! A TLS proxy before the emulator, and a client that is redirected to it.

use discord_emulator::{Emulator, EmulatorOptions};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, KeyUsagePurpose};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tablero::discord::Endpoint;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Discord's host name.
pub const NAME: &str = "discord.com";

/// The certificate authority of these tests.
pub struct Authority {
    root: CertificateDer<'static>,
    issuer: Issuer<'static, KeyPair>,
}

/// A TLS listener that forwards what it receives.
pub struct TlsProxy {
    pub address: SocketAddr,
    /// The number of clients that connected, and of those that completed the handshake.
    pub called: Arc<AtomicUsize>,
    pub trusted: Arc<AtomicUsize>,
    serving: JoinHandle<()>,
}

impl Drop for TlsProxy {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Authority {
    pub fn new() -> Authority {
        let key = KeyPair::generate().expect("a key");
        let mut root = CertificateParams::new(Vec::new()).expect("a certificate may have no names");
        root.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        root.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        let signed = root.self_signed(&key).expect("a root");
        Authority { root: signed.der().clone(), issuer: Issuer::new(root, key) }
    }

    /// A certificate for one host name.
    pub fn certificate(name: &str) -> CertificateParams {
        CertificateParams::new(vec![name.to_owned()]).expect("a name")
    }

    /// A TLS proxy for the emulator with this certificate.
    pub async fn tls_proxy(&self, certificate: CertificateParams, local: &Emulator) -> TlsProxy {
        let key = KeyPair::generate().expect("a key");
        let signed = certificate.signed_by(&key, &self.issuer).expect("a certificate");
        let key = PrivateKeyDer::Pkcs8(key.serialize_der().into());
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("these versions of TLS are supported")
            .with_no_client_auth()
            .with_single_cert(vec![signed.der().clone()], key)
            .expect("the key belongs to the certificate");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (called, trusted) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let behind = local.api_url().replace("http://", "");
        let counters = (Arc::clone(&called), Arc::clone(&trusted));
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counters.0.fetch_add(1, Ordering::SeqCst);
                let (acceptor, behind, trusted) = (acceptor.clone(), behind.clone(), Arc::clone(&counters.1));
                tokio::spawn(async move {
                    let Ok(mut secure) = acceptor.accept(stream).await else { return };
                    trusted.fetch_add(1, Ordering::SeqCst);
                    let Ok(mut plain) = TcpStream::connect(&behind).await else { return };
                    // Either side may close the connection.
                    let _ = copy_bidirectional(&mut secure, &mut plain).await;
                });
            }
        });
        TlsProxy { address, called, trusted, serving }
    }

    /// The Discord endpoint for a client that trusts only this authority and is redirected to the proxy.
    pub fn discord(&self, tls_proxy: &TlsProxy) -> Endpoint {
        let root = reqwest::Certificate::from_der(&self.root).expect("a certificate");
        let client = reqwest::Client::builder()
            .use_rustls_tls()
            .tls_built_in_root_certs(false)
            .add_root_certificate(root)
            .resolve(NAME, tls_proxy.address)
            .no_proxy()
            .https_only(true);
        Endpoint::DiscordThrough(client.build().expect("a client"))
    }
}

/// An emulator reachable under Discord's host name.
pub fn options() -> EmulatorOptions {
    EmulatorOptions { host_names: vec![NAME.to_owned()], ..EmulatorOptions::default() }
}

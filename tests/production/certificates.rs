//! With an invalid certificate the bot stops before it sends the token.

use crate::tls_proxy::{Authority, NAME, options};
use discord_emulator::Emulator;
use rcgen::{CertificateParams, date_time_ymd};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tablero::app::{App, AppError};
use tablero::chat::RequestHandler;
use tablero::chat::views::pictures::PictureRenderer;
use tablero::db::SqlStorage;
use tablero::discord::DiscordFrontEnd;
use tablero::discord::Endpoint;
use tablero::engine::SearchRunner;
use tablero::roles::Roles;
use tablero::service::{GameService, SystemClock};
use test_support::stage::SOON;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// Starts a bot and waits until it stops.
async fn run(endpoint: &Endpoint, token: &str) -> Result<(), AppError> {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
    let pictures = PictureRenderer::default();
    let service = GameService::new(Arc::new(store), Arc::new(SystemClock), || 7);
    let conversation = RequestHandler::new(service, pictures.clone(), SearchRunner::default());
    let mut bot = App::new(conversation, pictures, Roles::default(), CancellationToken::new());
    bot.add(&DiscordFrontEnd::new(endpoint, token)).await?;
    timeout(SOON, bot.run()).await.expect("the bot stops by itself")
}

#[tokio::test(flavor = "multi_thread")]
async fn without_discords_certificate_nothing_is_sent() {
    let local = Emulator::start(options()).await.expect("the emulator starts");
    let (ours, strangers) = (Authority::new(), Authority::new());
    let expired = {
        let mut certificate = Authority::certificate(NAME);
        (certificate.not_before, certificate.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(2021, 1, 1));
        certificate
    };
    let cases: [(&str, &Authority, CertificateParams); 4] = [
        ("another name", &ours, Authority::certificate("discord.example")),
        ("a name below", &ours, Authority::certificate("evil.discord.com")),
        ("nobody known has signed it", &strangers, Authority::certificate(NAME)),
        ("expired", &ours, expired),
    ];
    for (what, signer, certificate) in cases {
        let tls_proxy = signer.tls_proxy(certificate, &local).await;
        let ended = run(&ours.discord(&tls_proxy), &options().token).await;
        assert!(ended.is_err(), "{what}");
        assert!(tls_proxy.called.load(Ordering::SeqCst) > 0, "{what}: it was tried");
        assert_eq!(tls_proxy.trusted.load(Ordering::SeqCst), 0, "{what}");
        assert_eq!(local.faults().requests().len(), 0, "{what}");
        assert_eq!(local.identified(), 0, "{what}");
    }
    local.shutdown().await;
}

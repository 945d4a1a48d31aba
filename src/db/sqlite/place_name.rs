//! A name that the system knows for as long as a process uses a path, whatever becomes of the files there.

use std::path::Path;

/// The name of a path, until it is dropped: an address of the system that has no file (an abstract socket of Linux).
/// Elsewhere there are none. Processes in other containers have names of their own.
#[derive(Debug)]
pub(super) struct PlaceName {
    #[cfg(target_os = "linux")]
    _socket: std::os::unix::net::UnixListener,
}

impl PlaceName {
    /// Whether the system has such names.
    pub const EXISTS: bool = cfg!(target_os = "linux");

    /// Takes the name of a path. `None` if another process has it, or if there is none.
    #[cfg(target_os = "linux")]
    pub fn take(path: &Path) -> Option<PlaceName> {
        // A process that is being started has a copy of the sockets of its parent for a moment, and with it the name of
        // one that was dropped.
        let taken = (0..10).find_map(|tried| {
            if tried > 0 {
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            bind(path).ok()
        });
        taken.map(|socket| PlaceName { _socket: socket })
    }

    /// Takes the name of a path. `None` if another process has it, or if there is none.
    #[cfg(not(target_os = "linux"))]
    pub fn take(_: &Path) -> Option<PlaceName> {
        None
    }

    /// Whether a process has the name of a path.
    pub fn is_taken(path: &Path) -> bool {
        #[cfg(target_os = "linux")]
        {
            bind(path).is_err_and(|error| error.kind() == std::io::ErrorKind::AddrInUse)
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = path;
            false
        }
    }
}

#[cfg(target_os = "linux")]
fn bind(path: &Path) -> std::io::Result<std::os::unix::net::UnixListener> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::net::{SocketAddr, UnixListener};

    let path = std::path::absolute(path)?;
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let path = folder.zip(path.file_name()).map_or(path.clone(), |(folder, name)| folder.join(name));
    // The same path is another one in a container, which has another root.
    let root = std::fs::metadata("/")?;
    // The name of a socket is too short for a path.
    let mut hasher = DefaultHasher::new();
    (root.dev(), root.ino(), path).hash(&mut hasher);
    UnixListener::bind_addr(&SocketAddr::from_abstract_name(format!("tablero {:016x}", hasher.finish()))?)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::PlaceName;
    use std::process::Command;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn a_released_name_can_be_taken_while_processes_are_started() {
        let path = std::env::temp_dir().join(format!("tablero-place-{}", std::process::id()));
        let done = AtomicBool::new(false);
        let refused = std::thread::scope(|scope| {
            let starting = scope.spawn(|| {
                let mut started = 0;
                while !done.load(Ordering::Relaxed) {
                    started += usize::from(Command::new("true").status().is_ok());
                }
                started
            });
            let refused = (0..10_000).filter(|_| PlaceName::take(&path).is_none()).count();
            done.store(true, Ordering::Relaxed);
            assert!(starting.join().expect("a thread") > 10, "too few processes were started");
            refused
        });
        assert_eq!(refused, 0);
    }
}

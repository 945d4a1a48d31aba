//! The memory available to the process.

/// The memory available to this process, in bytes: that of the machine, or the limit of its container if that is lower.
/// `None` if the system does not report it.
pub fn available() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| total(&text));
    let own = read("/proc/self/cgroup").and_then(|text| group(&text)).unwrap_or_default();
    let limits = [
        "/sys/fs/cgroup/memory.max",
        &format!("/sys/fs/cgroup{own}/memory.max"),
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    ];
    // A value that is not a number, such as `max`, means that there is no limit.
    let container = limits.into_iter().filter_map(|path| read(path)?.trim().parse().ok()).min();
    [machine, container].into_iter().flatten().min()
}

/// Parses the total memory from `/proc/meminfo`, in bytes.
fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// Parses the control group of this process from `/proc/self/cgroup`.
fn group(text: &str) -> Option<String> {
    let path = text.lines().find_map(|line| line.strip_prefix("0::"))?;
    Some(path.trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read() {
        assert_eq!(total("MemTotal:        8000000 kB\nMemFree: 1 kB\n"), Some(8_192_000_000));
        assert_eq!(total("MemFree: 1 kB\n"), None);
        assert_eq!(total("MemTotal: many kB\n"), None);
    }

    #[test]
    fn the_control_group_is_read() {
        assert_eq!(
            group("1:cpu:/x\n0::/system.slice/tablero.service\n").as_deref(),
            Some("/system.slice/tablero.service")
        );
        assert_eq!(group("0::/\n").as_deref(), Some(""));
        assert_eq!(group("1:cpu:/x\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_memory_of_this_machine_is_known() {
        assert!(available().is_some_and(|bytes| bytes > 1 << 20));
    }
}

//! Writes findings.

use super::finding::{Finding, Severity};
use serde_json::json;
use std::io::{self, Write};
use std::process::ExitCode;

/// The worst severity; `Ok` if there are no findings.
fn worst(findings: &[Finding]) -> Severity {
    findings.iter().map(|finding| finding.severity).max().unwrap_or(Severity::Ok)
}

/// The exit code of the program: 0 if nothing is wrong, 1 for warnings, 2 for errors.
pub fn exit_code(findings: &[Finding]) -> ExitCode {
    ExitCode::from(match worst(findings) {
        Severity::Ok => 0,
        Severity::Warning => 1,
        Severity::Error => 2,
    })
}

/// Writes a line for each finding, and what to do below it.
///
/// # Errors
/// If the output cannot be written.
pub fn write_text(findings: &[Finding], out: &mut dyn Write) -> io::Result<()> {
    for Finding { check, severity, found, advice } in findings {
        let severity = match severity {
            Severity::Ok => "ok",
            Severity::Warning => "warning",
            Severity::Error => "ERROR",
        };
        writeln!(out, "{severity:<8} {check:<14} {found}")?;
        if let Some(advice) = advice {
            writeln!(out, "{:24}{advice}", "")?;
        }
    }
    let number = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    match (number(Severity::Error), number(Severity::Warning)) {
        (0, 0) => writeln!(out, "Nothing is wrong."),
        (errors, warnings) => writeln!(out, "Errors: {errors}. Warnings: {warnings}."),
    }
}

/// Writes the findings as JSON.
///
/// # Errors
/// If the output cannot be written.
pub fn write_json(findings: &[Finding], out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &json!({ "severity": worst(findings), "findings": findings }))?;
    writeln!(out)
}

//! A secret, and where it was found.

use super::exposure::exposure;
use super::secret_form::SecretForm;
use super::{ConfigError, Secret};
use std::fmt;
use std::path::PathBuf;

/// A secret, and where it was found.
#[derive(Clone)]
pub struct FoundSecret {
    /// The secret.
    pub(super) text: String,
    /// Where it was found.
    pub(super) origin: SecretOrigin,
}

impl FoundSecret {
    /// The secret, if it has this form.
    ///
    /// # Errors
    /// [`ConfigError::Given`] with its origin.
    pub(super) fn checked(self, form: SecretForm) -> Result<Secret, ConfigError> {
        if !(form.fits)(&self.text) {
            return Err(ConfigError::Given { name: self.origin.to_string(), must_be: form.must_be });
        }
        let text = if form.is_trimmed { self.text.trim().to_owned() } else { self.text };
        Ok(text.into())
    }

    /// That every user of this machine can read the file, if that is so.
    pub(super) fn warning(&self) -> Option<String> {
        match &self.origin {
            SecretOrigin::Variable(_) => None,
            SecretOrigin::File { path, .. } => exposure(path),
        }
    }

    /// The value of an environment variable.
    #[cfg(test)]
    pub(super) fn of_variable(name: &'static str, text: &str) -> FoundSecret {
        FoundSecret { text: text.to_owned(), origin: SecretOrigin::Variable(name) }
    }
}

/// Where a secret was found. Its text completes "… must be a text without blanks".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SecretOrigin {
    /// In this environment variable.
    Variable(&'static str),
    /// In a file.
    File {
        /// The key or variable that names the file or its folder.
        name: String,
        /// The file.
        path: PathBuf,
    },
}

impl fmt::Display for SecretOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SecretOrigin::Variable(name) => f.write_str(name),
            SecretOrigin::File { name, path } => write!(f, "{name}: the content of {}", path.display()),
        }
    }
}

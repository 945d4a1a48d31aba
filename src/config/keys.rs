//! Reads the keys that sections declare, and writes their part of `config.example.toml`.

use super::form::{self, Form};
use super::secret::{Environment, FoundSecret, Secret};
use super::{ConfigError, FILE};
use std::fmt::Write as _;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeString, DeTable};

/// Declares a section: its struct, whose fields are the keys, and how it is read. A key is
///
/// - its comment for hosts, which is also the documentation of the field;
/// - its name and its type;
/// - `default`, `optional` or `secret`, the methods of [`Keys`], with the value that its line in the example has, written
///   as in the file, and its [`Form`].
///
/// With `impl` in place of `pub struct`, the struct is one that is there already, and keys have no type.
macro_rules! section {
    ($(#[doc = $about:literal])* pub struct $section:ident($name:literal) {
        $($(#[doc = $comment:literal])* pub $key:ident: $type:ty = $kind:ident($($argument:tt)*),)*
    }) => {
        #[doc = concat!("`[", $name, "]`")]
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $section { $($(#[doc = $comment])* pub $key: $type,)* }

        impl Default for $section {
            fn default() -> Self {
                $section::read(&mut Keys::none()).expect(DEFAULTS)
            }
        }

        section! {
            $(#[doc = $about])*
            impl $section($name) { $($(#[doc = $comment])* $key = $kind($($argument)*),)* }
        }
    };
    ($(#[doc = $about:literal])* impl $section:ident($name:literal) {
        $($(#[doc = $comment:literal])* $key:ident = $kind:ident($line:tt $(, $argument:expr)* $(,)?),)*
    }) => {
        impl $section {
            /// Reads the keys of this section.
            pub(super) fn read(keys: &mut Keys<'_>) -> Result<Self, ConfigError> {
                keys.begin($name, &[$($about),*])?;
                let section = $section {
                    $($key: keys.$kind(
                        Key { name: stringify!($key), line: stringify!($line), comment: &[$($comment),*] },
                        $($argument),*
                    )?,)*
                };
                keys.end().map(|()| section)
            }
        }
    };
}
pub(super) use section;

/// Why reading a file without keys cannot fail.
pub(super) const DEFAULTS: &str = "a test reads the default of every key";

/// A key, as it is in the example.
pub(super) struct Key<'a> {
    pub name: &'a str,
    /// Its value there.
    pub line: &'a str,
    pub comment: &'a [&'a str],
}

/// The keys of a file, and what is learned while they are read.
pub(super) struct Keys<'a> {
    path: &'a Path,
    text: &'a str,
    table: DeTable<'a>,
    environment: Environment<'a>,
    /// The headings of the sections that have been read.
    sections: Vec<String>,
    /// The section that is being read.
    section: &'static str,
    /// Its keys.
    names: Vec<String>,
    /// The part of the example with what has been read.
    pub example: String,
    /// Warnings about files with secrets.
    pub warnings: Vec<String>,
    /// The secrets that the file itself has, after their keys.
    pub own_secrets: Vec<(String, String)>,
}

impl Keys<'static> {
    /// No keys at all, so that all have their defaults.
    pub fn none() -> Self {
        Keys::new(Path::new(FILE), "", &|_| None).expect("an empty text is TOML")
    }
}

impl<'a> Keys<'a> {
    /// Those of a file with this text.
    pub fn new(path: &'a Path, text: &'a str, environment: Environment<'a>) -> Result<Self, ConfigError> {
        let table = DeTable::parse(text).map_err(|error| {
            // Neither the line nor the parser's message is shown, because either may contain a token.
            let line = error.span().map_or(1, |span| line_of(text, span.start));
            let message = format!(
                "line {line} cannot be read: write each key once, as key = value, and put text in quotation marks"
            );
            ConfigError::Wrong { path: path.to_owned(), message }
        })?;
        Ok(Keys {
            path,
            text,
            table: table.into_inner(),
            environment,
            sections: Vec::new(),
            section: "",
            names: Vec::new(),
            example: String::new(),
            warnings: Vec::new(),
            own_secrets: Vec::new(),
        })
    }

    /// Begins to read a section.
    pub fn begin(&mut self, section: &'static str, comment: &[&str]) -> Result<(), ConfigError> {
        (self.section, self.names) = (section, Vec::new());
        self.sections.push(format!("[{section}]"));
        let _ = writeln!(self.example, "\n[{section}]");
        self.comment(comment);
        let Some((name, value)) = self.table.get_key_value(section) else { return Ok(()) };
        let message = format!("{section} is a section: write [{section}], and put its keys on the lines below");
        if value.get_ref().is_table() { Ok(()) } else { Err(self.wrong_at(name, &message)) }
    }

    /// Refuses keys of the section that have not been read.
    pub fn end(&self) -> Result<(), ConfigError> {
        let mut found = self.found().into_iter().flat_map(DeTable::keys);
        let Some(name) = found.find(|name| !self.names.iter().any(|known| known == name.get_ref())) else {
            return Ok(());
        };
        let (section, shown, known) = (self.section, safe_name(name), self.names.join(", "));
        Err(self.wrong_at(name, &format!("{shown} is not a key of [{section}]; its keys are {known}")))
    }

    /// Refuses sections that have not been read.
    pub fn finish(&self) -> Result<(), ConfigError> {
        let Some(name) = self.table.keys().find(|name| !self.sections.contains(&format!("[{}]", name.get_ref())))
        else {
            return Ok(());
        };
        let (shown, known) = (safe_name(name), self.sections.join(", "));
        Err(self.wrong_at(name, &format!("{shown} is not a section; the sections are {known}")))
    }

    /// A key that has the value of the example unless the file says otherwise.
    pub fn default<T>(&mut self, key: Key<'_>, form: Form<T>) -> Result<T, ConfigError> {
        self.add(&key, "");
        Ok(self.value(key.name, &form)?.unwrap_or_else(|| form.read_toml(key.line).expect(DEFAULTS)))
    }

    /// A key that may be absent.
    pub fn optional<T>(&mut self, key: Key<'_>, form: Form<T>) -> Result<Option<T>, ConfigError> {
        self.add(&key, "# ");
        self.value(key.name, &form)
    }

    /// A secret, from the environment, from a file of its own, or from this file; empty if it is in none of them.
    pub fn secret(&mut self, key: Key<'_>, variable: &'static str, form: Form<String>) -> Result<Secret, ConfigError> {
        self.add(&key, if key.line == "\"\"" { "" } else { "# " });
        let own = self.value(key.name, &form)?.unwrap_or_default();
        let (name, credential) = (format!("{}_file", key.name), format!("{}_{}", self.section, key.name));
        let comment = format!(
            " Instead: a file that contains it and nothing else. The environment variable {variable} overrides both."
        );
        let line = format!("\"/run/secrets/{credential}\"");
        let key_of_file = Key { name: &name, line: &line, comment: &[&comment] };
        let file = self.optional(key_of_file, form::path("file", "/run/secrets/tablero"))?;
        let (key, file_key) = (format!("{}.{}", self.section, key.name), format!("{}.{name}", self.section));
        if file.is_some() && !own.is_empty() {
            return Err(self.wrong(format!("the file has both {key} and {file_key}; remove one of them")));
        }
        if !own.is_empty() {
            self.own_secrets.push((key, own.clone()));
        }
        let found = match FoundSecret::in_environment(self.environment, variable, &credential)? {
            Some(found) => found,
            None => match file {
                Some(file) => FoundSecret::in_file(file_key, &file)?,
                None => return Ok(own.into()),
            },
        };
        self.warnings.extend(found.warning());
        found.checked(&form)
    }

    /// Whether the file has a value for a key.
    pub fn has(&self, section: &str, name: &str) -> bool {
        let value = self.table.get(section).and_then(|section| section.get_ref().get(name));
        value.is_some_and(|value| value.get_ref().as_str() != Some(""))
    }

    /// What the file has in the section that is being read.
    fn found(&self) -> Option<&DeTable<'a>> {
        self.table.get(self.section)?.get_ref().as_table()
    }

    /// The value of a key of that section.
    fn value<T>(&self, name: &str, form: &Form<T>) -> Result<Option<T>, ConfigError> {
        let Some((key, value)) = self.found().and_then(|section| section.get_key_value(name)) else { return Ok(None) };
        let wrong = || self.wrong_at(key, &format!("{}.{name} must be {}", self.section, form.must_be));
        form.read(value.get_ref()).map(Some).ok_or_else(wrong)
    }

    /// Makes a key known, and writes its line; `mark` is before it.
    fn add(&mut self, key: &Key<'_>, mark: &str) {
        self.comment(key.comment);
        let _ = writeln!(self.example, "{mark}{} = {}", key.name, key.line);
        self.names.push(key.name.to_owned());
    }

    /// Writes a comment. The text of its lines begins with a blank.
    fn comment(&mut self, lines: &[&str]) {
        lines.iter().for_each(|line| self.example.extend(["#", line, "\n"]));
    }

    fn wrong_at(&self, name: &Spanned<DeString<'_>>, message: &str) -> ConfigError {
        self.wrong(format!("line {}: {message}", line_of(self.text, name.span().start)))
    }

    /// That the file is wrong.
    pub fn wrong(&self, message: impl Into<String>) -> ConfigError {
        ConfigError::Wrong { path: self.path.to_owned(), message: message.into() }
    }
}

/// The name of an unknown section or key, unless it could be a misplaced token.
fn safe_name<'a>(name: &'a Spanned<DeString<'_>>) -> &'a str {
    const LONGEST: usize = 20;
    let name = name.get_ref();
    let is_plain = name.len() <= LONGEST && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    if is_plain { name } else { "this name" }
}

fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

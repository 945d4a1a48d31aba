//! Values that statements are given.

/// The value of a parameter. NULL has a type as well, because PostgreSQL asks for it.
#[derive(Clone, Debug)]
pub(in crate::db) enum Value {
    /// An integer.
    Integer(Option<i64>),
    /// A floating-point number.
    Real(Option<f64>),
    /// A truth value; SQLite stores it as 0 or 1.
    Boolean(Option<bool>),
    /// A text.
    Text(Option<String>),
    /// Bytes.
    Bytes(Option<Vec<u8>>),
}

impl Value {
    /// Whether it is NULL.
    pub fn is_null(&self) -> bool {
        matches!(
            self,
            Value::Integer(None) | Value::Real(None) | Value::Boolean(None) | Value::Text(None) | Value::Bytes(None)
        )
    }

    /// The value as PostgreSQL can store it: its texts have no zero character.
    pub(super) fn for_postgres(self) -> Value {
        match self {
            Value::Text(Some(text)) if text.contains('\0') => Value::Text(Some(text.replace('\0', "\u{fffd}"))),
            value => value,
        }
    }
}

/// A type that a parameter can have.
pub(in crate::db) trait Parameter {
    /// The value, or NULL for `None`.
    fn value(parameter: Option<Self>) -> Value
    where
        Self: Sized;
}

macro_rules! parameters {
    ($($type:ty => $value:ident),* $(,)?) => {
        $(impl Parameter for $type {
            fn value(parameter: Option<Self>) -> Value {
                Value::$value(parameter.map(Into::into))
            }
        })*
    };
}

parameters! {
    i64 => Integer, i32 => Integer, u32 => Integer, f64 => Real, bool => Boolean, &str => Text, String => Text,
    &String => Text, Vec<u8> => Bytes,
}

impl<T: Parameter> Parameter for Option<T> {
    fn value(parameter: Option<Self>) -> Value {
        T::value(parameter.flatten())
    }
}

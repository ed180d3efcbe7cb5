//! The laws (docs/laws.md) on generated models and bytes.

use crate::recorder::check_traced;
use proptest::prelude::*;
use template::{Template, read, write};

proptest! {
    /// Laws 1 and 3; the writer does not write anything yet.
    #[test]
    fn reading_undoes_writing(trailing: Vec<u8>) {
        let error = write(&Template { trailing }).unwrap_err();
        prop_assert_eq!(error.to_string(), "the template format is not read or written yet");
    }

    /// Law 4.
    #[test]
    fn any_bytes_give_a_value_or_an_error(has_magic: bool, tail: Vec<u8>) {
        let bytes = if has_magic { [b"NAME".as_slice(), &tail].concat() } else { tail };
        prop_assert!(read(&bytes).is_err());
        check_traced(&bytes);
    }
}

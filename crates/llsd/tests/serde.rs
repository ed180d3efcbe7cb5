//! The model through serde.

#![cfg(feature = "serde")]

use llsd::{Same, Value};

#[test]
fn a_value_comes_back_from_a_store() {
    let value = llsd::notation::read(
        b"{'a':[!,true,i-7,r1.5,u01234567-89ab-cdef-0123-456789abcdef],'b':{'c':'g\\'day','d':d\"2006-02-01T14:29:53.5Z\"},\
          's':'\\xff','u':l\"x\",'e':b16\"00ff\"}",
    )
    .unwrap();
    let json = serde_json::to_string(&value).unwrap();
    assert!(
        json.starts_with(r#"{"Map":{"a":{"Array":["Undef",{"Boolean":true},{"Integer":-7},{"Real":1.5},"#),
        "{json}"
    );
    assert!(json.contains(r#"{"Uuid":"01234567-89ab-cdef-0123-456789abcdef"}"#), "{json}");
    assert!(json.ends_with(r#""s":{"String":[255]},"u":{"Uri":"x"},"e":{"Binary":[0,255]}}}"#), "{json}");
    let again: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(again.difference(&value), None);
}

#[test]
fn depth_is_refused_before_the_stack_ends() {
    let value = (0..1_000_000).fold(Value::Undef, |value, _| vec![value].into());
    let error = serde_json::to_string(&value).unwrap_err();
    assert_eq!(error.to_string(), "values lie in more than 128 others");
}

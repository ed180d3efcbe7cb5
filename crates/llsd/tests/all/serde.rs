//! The model through serde, in third-party formats.

#![cfg(feature = "serde")]

use llsd::{Date, Same, Uri, Uuid, Value};

#[test]
fn a_value_comes_back_from_a_store() {
    let value = llsd::notation::read(
        b"{'a':[!,true,i-7,r1.5,r2,rnan,r-inf,u01234567-89ab-cdef-0123-456789abcdef],'b':{'c':'g\\'day','d':d\"2006-02-01T14:29:53.5Z\"},\
          's':'\\xff','u':l\"x\",'e':b16\"00ff\",'t':{'$uuid':i1}}",
    )
    .unwrap();
    let json = serde_json::to_string(&value).unwrap();
    assert_eq!(
        json,
        r#"{"a":[null,true,-7,1.5,2.0,{"$real":"nan"},{"$real":"-inf"},{"$uuid":"01234567-89ab-cdef-0123-456789abcdef"}],"b":{"c":"g'day","d":{"$date":"2006-02-01T14:29:53.5Z"}},"s":{"$text":"/w=="},"u":{"$uri":"x"},"e":{"$binary":"AP8="},"t":{"$$uuid":1}}"#
    );
    let again: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(again.difference(&value), None);
}

#[test]
fn keys_of_any_bytes_come_through_serde() {
    for text in [&b"{'$\xff':'x'}"[..], b"{'\xff':'x'}", b"{'a':{'$\xfe':!},'$':i1}"] {
        let value: Value = llsd::from_slice(text).unwrap();
        assert_eq!(value.difference(&llsd::read(text).unwrap()), None, "{}", text.escape_ascii());
    }
}

#[test]
fn dates_and_odd_numbers_come_back_with_their_bits() {
    let nan = f64::from_bits(0xfff8_0000_0000_0001);
    for seconds in [0.0, -0.0, 1e300, -1.5, f64::NAN, f64::INFINITY, nan, 5e-324] {
        for value in [Value::from(Date(seconds)), Value::from(seconds)] {
            let json = serde_json::to_string(&value).unwrap();
            let again: Value = serde_json::from_str(&json).unwrap();
            assert_eq!(again.difference(&value), None, "{json}");
        }
    }
}

#[test]
fn a_tag_with_something_else_is_an_error() {
    for (json, expected) in
        [(r#"{"$uuid":5}"#, "a UUID"), (r#"{"$binary":"%"}"#, "base 64"), (r#"{"$date":"x"}"#, "a date")]
    {
        let error = serde_json::from_str::<Value>(json).unwrap_err().to_string();
        assert!(error.starts_with(&format!("expected {expected} after its tag")), "{error}");
    }
    // Not alone, or not known: a key as any other.
    for json in [r#"{"$uuid":5,"a":1}"#, r#"{"$what":5}"#] {
        let value: Value = serde_json::from_str(json).unwrap();
        assert_eq!(value.as_map().unwrap().get_index(0).unwrap().1, &Value::Integer(5));
    }
}

#[test]
fn parts_of_the_model_are_plain() {
    let uuid = Uuid([0x11; 16]);
    let json = serde_json::to_string(&(uuid, Date(1.5), Uri::from("x"), llsd::Text::from("t"))).unwrap();
    assert_eq!(json, r#"["11111111-1111-1111-1111-111111111111",1.5,"x","t"]"#);
    let again: (Uuid, Date, Uri, llsd::Text) = serde_json::from_str(&json).unwrap();
    assert_eq!(again, (uuid, Date(1.5), "x".into(), "t".into()));
}

#[test]
fn depth_is_refused_before_the_stack_ends() {
    let value = (0..1_000_000).fold(Value::Undef, |value, _| vec![value].into());
    let error = serde_json::to_string(&value).unwrap_err();
    assert_eq!(error.to_string(), "values are nested more than 128 levels deep");
}

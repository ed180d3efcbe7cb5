//! The rules of validation.

crate::common::rules::rules! {}

//! Tests over the database of classes.

#![cfg(feature = "classes")]

mod assignments;
mod listing;

//! Measures our crates and the best other libraries on the same data, and compares the values that they read; see
//! README.md.

pub mod assigns;
pub mod check;
pub mod commands;
pub mod compare;
pub mod data;
pub mod differ;
pub mod distance;
pub mod harness;
pub mod hulls;
pub mod judge;
pub mod levels;
pub mod memory;
pub mod poses;
pub mod rows;
pub mod silhouette;
pub mod table;
pub mod tail;

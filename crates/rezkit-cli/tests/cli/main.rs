//! Tests of the real program. They are one binary, since linking takes longer than most of them.

mod convert;
mod copies;
mod edit;
mod exchange;
mod extract;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod faults;
mod files;
mod git;
mod help;
mod hostile;
mod isolation;
mod many;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(feature = "mcp")]
mod mcp_edits;
mod outputs;
mod picture;
mod questions;
mod rojo;
mod saving;
#[cfg(unix)]
mod schedules;
mod schemas;
mod support;
mod table;
mod tasks;
mod tour;
mod view;
mod words;

//! Conversion within families.

mod others;
mod roblox;

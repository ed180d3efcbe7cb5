//! The laws (docs/laws.md) on any bytes.

use proptest::prelude::*;
use rbxbinary::{layout, read, write};

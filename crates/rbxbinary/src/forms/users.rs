//! Lists of users.

use super::words::{int, values};
use super::{Data, FormCodec};
use crate::common::error::Error;
use crate::common::input::{Input, Parsed};
use crate::common::list::list_while;
use crate::common::output::Output;

/// The ids of the users.
pub(super) const USERS: FormCodec = FormCodec { name: "Users", read, write };

fn read(input: Input<'_>) -> Parsed<'_, Vec<Data>> {
    list_while(
        "users",
        |input, _| !input.bytes().is_empty(),
        |input| {
            input.charge_elements(1)?;
            int::<_, i64>("id")(input)
        },
    )(input)
}

fn write(all: &[Data], out: &mut Output) -> Result<(), Error> {
    values(all, |users| {
        out.value(&users.int::<i64>("id")?);
        Ok(())
    })
}

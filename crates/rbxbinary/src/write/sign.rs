//! Writes the SIGN chunk, which holds signatures. Format document, section 3.

use super::string::string;
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::model::{Signature, Signatures};

pub(super) fn sign(data: &mut Output, signatures: &Signatures) -> Result<(), Error> {
    data.value(&count::<u32>(signatures.signatures.len(), "signatures")?);
    signatures.signatures.iter().try_for_each(|one| signature(data, one))?;
    data.bytes(&signatures.surplus);
    Ok(())
}

fn signature(data: &mut Output, signature: &Signature) -> Result<(), Error> {
    data.value(&signature.kind);
    data.value(&signature.key);
    string(data, &signature.data)
}

//! Damaged copies of files of one format, of all kinds.

use crate::mutate::{Random, mutant};
use crate::structure::{damaged, joined, opened, unpacked};
use rezkit::File;
use std::ops::Range;

/// The number of mutants in a row of one file, which is laid out once for them.
const RUN: u64 = 256;

/// Hands out the mutants of these files with these numbers: first the files themselves, then damage of each kind. The
/// same number gives the same mutant on every machine.
///
/// # Errors
///
/// The first error of `each`, after which no further mutant is made.
pub fn mutants<E>(
    files: &[Vec<u8>],
    numbers: Range<u64>,
    each: &mut dyn FnMut(u64, Vec<u8>) -> Result<(), E>,
) -> Result<(), E> {
    let mut next = numbers.start;
    while next < numbers.end {
        if let Some(file) = usize::try_from(next).ok().and_then(|index| files.get(index)) {
            each(next, file.clone())?;
            next += 1;
            continue;
        }
        let mut random = Random::new(next / RUN);
        let [one, other] =
            [(); 2].map(|()| files.get(random.below(files.len())).map_or(&[][..], Vec::as_slice));
        // Half of the files of which parts are packed are damaged as they are.
        let plain = if random.below(2) == 0 { opened(one).as_ref().and_then(unpacked) } else { None };
        let files = [plain.as_deref().unwrap_or(one), other];
        let opened = files.map(opened);
        let layouts = opened.each_ref().map(|file| file.as_ref().map(File::layout));
        let end = numbers.end.min((next / RUN + 1) * RUN);
        for number in next..end {
            let mut random = Random::new(number);
            let made = match (random.below(10), &layouts[0]) {
                (0..=3, Some(layout)) => damaged(files[0], layout, &mut random),
                (4, _) => Some(joined(files, layouts.each_ref().map(Option::as_ref), &mut random)),
                (5, _) => files[0].get(..random.below(files[0].len())).map(<[u8]>::to_vec),
                _ => None,
            };
            each(number, made.unwrap_or_else(|| mutant(files[0], random.below(1 << 30) as u64)))?;
        }
        next = end;
    }
    Ok(())
}

/// The mutant with a number.
#[must_use]
pub fn mutant_of(files: &[Vec<u8>], number: u64) -> Vec<u8> {
    let mut made = Vec::new();
    let Ok(()) = mutants(files, number..number + 1, &mut |_, mutant| {
        made = mutant;
        Ok::<_, std::convert::Infallible>(())
    });
    made
}

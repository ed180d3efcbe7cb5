//! The functions of a format that users call, each on its own, to measure their cost.

use llsd::json::{self, JsonForm};
use rbxbinary::forms::{self, Data};
use rbxbinary::terrain::Grid;
use rezkit::exchange::{self, ExchangeOptions};
use rezkit::internal::{Codec, Options};
use rezkit::layout::{Layout, Recorder, SpanSource};
use rezkit::scene::terrain;
use rezkit::{
    File, Format, OpenOptions, Problem, ProblemKind, Warnings, archive, identify, laws, usual_memory,
};
use slmesh::DecomposeOptions;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::Cursor;
use std::ops::ControlFlow;

/// The name of an entry point, and a call of it whose result is dropped.
pub type Entry = (&'static str, fn(&[u8]));

/// Visits all leaves, and prints one in 128: for a check with less time than printing all of them takes.
pub const SAMPLE: &str = "print some";

/// The entry points of a format.
#[must_use]
pub(crate) const fn entries<M: Codec>() -> [Entry; 10] {
    [
        ("read", |bytes| drop(black_box(M::read(bytes, Options::default())))),
        ("layout", |bytes| walk(&M::layout(bytes, Options::default()), |_| false)),
        ("print", |bytes| walk(&M::layout(bytes, Options::default()), |_| true)),
        (SAMPLE, |bytes| walk(&M::layout(bytes, Options::default()), |n_before| n_before % 128 == 0)),
        ("validate", |bytes| with::<M>(bytes, |model| drop(black_box(model.validate())))),
        ("write", |bytes| with::<M>(bytes, |model| drop(black_box(model.write())))),
        ("write_onto", |bytes| {
            with::<M>(bytes, |model| drop(black_box(model.write_onto(bytes, Options::default()))));
        }),
        ("info", info),
        ("to_glb", to_glb),
        ("laws", |bytes| drop(black_box(laws::check::<M>(bytes, Options::default(), None)))),
    ]
}

/// The entry points of LLSD as JSON.
pub(crate) const JSON: &[Entry] = &[
    ("plain", |bytes| drop(black_box(json::read(bytes, JsonForm::Plain)))),
    ("tagged", |bytes| drop(black_box(json::read(bytes, JsonForm::Tagged)))),
    ("layout", |bytes| {
        walk(&json_layout(bytes, JsonForm::Plain), |_| false);
    }),
    ("print", |bytes| {
        walk(&json_layout(bytes, JsonForm::Tagged), |_| true);
    }),
    ("write plain", |bytes| {
        drop(black_box(json::read(bytes, JsonForm::Plain).map(|value| json::write(&value, JsonForm::Plain))));
    }),
    ("write tagged", |bytes| {
        drop(black_box(
            json::read(bytes, JsonForm::Plain).map(|value| json::write(&value, JsonForm::Tagged)),
        ));
    }),
];

/// The entry point of archives.
pub(crate) const ARCHIVE: &[Entry] = &[("walk", |bytes| {
    archive::walk(Cursor::new(bytes), &archive::Options::default(), &mut |member| {
        drop(black_box(member));
        ControlFlow::Continue(())
    });
})];

/// The entry points of LLSD as users' own types.
pub(crate) const SERDE: &[Entry] = &[
    ("from_slice", |bytes| drop(black_box(llsd::from_slice::<llsd::Value>(bytes)))),
    ("of numbers", |bytes| drop(black_box(llsd::from_slice::<Vec<Option<i64>>>(bytes)))),
    ("of texts", |bytes| drop(black_box(llsd::from_slice::<BTreeMap<String, Option<String>>>(bytes)))),
    ("to_vec", |bytes| {
        drop(black_box(llsd::from_slice::<llsd::Value>(bytes).map(|value| llsd::to_vec(&value))));
    }),
];

/// The entry points of terrain.
pub(crate) const TERRAIN: &[Entry] = &[
    ("read", |bytes| drop(black_box(Grid::read(bytes)))),
    ("layout", |bytes| walk(&terrain_layout(bytes).0, |_| false)),
    ("print", |bytes| walk(&terrain_layout(bytes).0, |_| true)),
    (SAMPLE, |bytes| walk(&terrain_layout(bytes).0, |n_before| n_before % 128 == 0)),
    ("validate", |bytes| drop(black_box(Grid::read(bytes).0.validate()))),
    ("write", |bytes| drop(black_box(Grid::read(bytes).0.write()))),
    ("cells", |bytes| {
        black_box(Grid::read(bytes).0.cells().count());
    }),
    // As much as a scene grants.
    ("mesh", |bytes| {
        drop(black_box(terrain::mesh(&Grid::read(bytes).0, 0.5, usual_memory(bytes.len()) / 6)));
    }),
];

/// The entry points of strings with forms of their own.
pub(crate) const FORMS: &[Entry] = &[
    ("read", |bytes| forms::StringForm::all().for_each(|form| drop(black_box(form.read(bytes))))),
    ("layout", |bytes| {
        forms::StringForm::all().for_each(|form| walk(&form_layout(form, bytes).0, |_| false))
    }),
    ("print", |bytes| forms::StringForm::all().for_each(|form| walk(&form_layout(form, bytes).0, |_| true))),
];

/// Reads a string for a layout.
struct OfForm(forms::StringForm);

impl SpanSource for OfForm {
    fn trace(&self, bytes: &[u8], recorder: &Recorder<'_>) -> (Option<Problem>, Warnings) {
        drop(self.0.trace(bytes, recorder));
        Default::default()
    }
}

/// The layout of a string and its content; errors are text.
pub(crate) fn form_layout(form: forms::StringForm, bytes: &[u8]) -> (Layout<'_>, Result<Vec<Data>, Problem>) {
    Layout::record(bytes, OfForm(form), Options::default(), |recorder| {
        let read = form.trace(bytes, recorder);
        let read = read.map_err(|error| Problem::new(ProblemKind::Format, error.to_string()));
        (read, Warnings::default())
    })
}

/// Meshes that are divided into hulls.
pub(crate) const HULLS: &[Entry] = &[
    ("decompose", |bytes| {
        let (mesh, n_most) = crate::mesh(bytes);
        drop(black_box(slmesh::decompose(&mesh, &DecomposeOptions::to(n_most))));
    }),
    ("decompose within an error", |bytes| {
        let (mesh, n_most) = crate::mesh(bytes);
        drop(black_box(slmesh::decompose(&mesh, &DecomposeOptions::to(n_most).max_error(0.01))));
    }),
];

/// Reads terrain for a layout.
struct Terrain;

impl SpanSource for Terrain {
    fn trace(&self, bytes: &[u8], recorder: &Recorder<'_>) -> (Option<Problem>, Warnings) {
        drop(Grid::trace(bytes, recorder));
        Default::default()
    }
}

/// The layout of terrain, and the terrain.
pub(crate) fn terrain_layout(bytes: &[u8]) -> (Layout<'_>, Result<Grid<'_>, Problem>) {
    Layout::record(bytes, Terrain, Options::default(), |recorder| {
        (Ok(Grid::trace(bytes, recorder).0), Warnings::default())
    })
}

fn with<M: Codec>(bytes: &[u8], call: impl FnOnce(&M)) {
    if let Ok((model, _)) = M::read(bytes, Options::default()) {
        call(&model);
    }
}

/// Runs `rez info`.
fn info(bytes: &[u8]) {
    if let Ok(file) = File::open(bytes, &OpenOptions::default()) {
        drop(black_box(rezkit::info(&file)));
    }
}

/// Converts a mesh to GLB, as `rez convert` does; ignores other formats.
fn to_glb(bytes: &[u8]) {
    if exchange::converts(identify(bytes).format, Format::Glb) {
        drop(black_box(exchange::convert(bytes, &ExchangeOptions::to(Format::Glb), &mut |_| None)));
    }
}

/// Reads JSON in one form, for a layout.
struct Json(JsonForm);

impl SpanSource for Json {
    fn trace(&self, bytes: &[u8], recorder: &Recorder<'_>) -> (Option<Problem>, Warnings) {
        drop(json::trace(bytes, self.0, &llsd::ReadOptions::default(), recorder));
        Default::default()
    }
}

/// The layout of JSON.
pub(crate) fn json_layout(bytes: &[u8], form: JsonForm) -> Layout<'_> {
    let read = |recorder: &Recorder<'_>| (Ok(()), Json(form).trace(bytes, recorder).1);
    Layout::record(bytes, Json(form), Options::default(), read).0
}

/// Visits all leaves, and formats those that are to be printed, by how many are before them.
fn walk(layout: &Layout<'_>, is_printed: fn(usize) -> bool) {
    let (mut n_leaves, mut n_letters) = (0, 0);
    layout.leaves(&mut |leaf| {
        if is_printed(n_leaves) {
            n_letters += leaf.name().len() + leaf.value().len();
        }
        n_leaves += 1;
        ControlFlow::Continue(())
    });
    black_box((n_leaves, n_letters));
}

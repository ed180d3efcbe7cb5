//! What every format owes to any bytes: one function for each, called by the
//! tests over files and their mutants, by `cargo xtask fuzz`, and by libFuzzer.
//!
//! The same laws, asked in full, are what `cargo xtask roundtrip` checks.

pub mod archives;
pub mod bombs;
pub mod bounds;
pub mod damage;
mod edited;
mod entries;
pub mod mutate;
pub mod packed;
pub mod points;
mod question;
mod scripts;
mod simplify;
mod structure;
mod verbs;

pub use verbs::{VERBS, Verb};

pub use entries::{Entry, SAMPLE};
pub use rezkit::{internal, laws};
pub use scripts::scripts;
pub use simplify::check_simplify as simplify;
pub use structure::{spliced, structured};

use internal::{Codec, Limits, Options, SecondLife};

/// Small limits keep a run short; most files stay far below them.
const SMALL: Options = limited(1 << 22);

/// For reading alone, where a run is meant to be as short as its input.
const SMALLEST: Options = limited(1 << 16);

const fn limited(output_bytes: usize) -> Options {
    let elements = output_bytes / 16;
    Options {
        strict: false,
        is_outline: false,
        limits: Limits {
            output_bytes: Some(output_bytes),
            depth: Some(64),
            elements: Some(elements),
            spans: None,
            memory: None,
        },
    }
}

/// The fuzz body of a format.
#[derive(Debug, Clone, Copy)]
pub struct Body {
    /// The name of the format's library and folders.
    pub name: &'static str,
    /// Checks the laws on any bytes, and panics if one does not hold.
    pub run: fn(&[u8]),
    /// Returns true if bytes look like a file of the format.
    pub detect: fn(&[u8]) -> bool,
    /// The functions that users call.
    pub entries: &'static [Entry],
}

/// Defines a body for each format, and the list of all.
macro_rules! bodies {
    ($($krate:ident: $Model:ty $(, $more:path)?;)*) => {
        $(
            #[doc = concat!("Checks the laws of ", stringify!($krate), " on any bytes.\n\n# Panics\n\nIf one does not hold.")]
            pub fn $krate(bytes: &[u8]) {
                body::<$Model>(bytes);
                $($more(bytes);)?
            }
        )*

        /// Reading alone, of each format.
        pub static READING: &[Body] = &[$(Body {
            name: concat!("read_", stringify!($krate)),
            run: read::<$Model>,
            detect: <$Model as Codec>::detect,
            entries: &[],
        }),*];

        /// The bodies of all formats.
        pub static BODIES: &[Body] = &[$(Body {
            name: stringify!($krate),
            run: $krate,
            detect: <$Model as Codec>::detect,
            entries: const { &entries::entries::<$Model>() },
        }),*];
    };
}

/// All bodies: the laws of each format, what is read in other ways than files, and single entry points.
pub fn all() -> impl Iterator<Item = &'static Body> {
    [BODIES, OTHERS, READING, points::POINTS].into_iter().flatten()
}

/// Checks the laws of rbxmesh on a file of 7.00 whose geometry is these bytes, as a Draco stream.
///
/// # Panics
///
/// If one does not hold.
pub fn draco(stream: &[u8]) {
    let size = u32::try_from(stream.len()).unwrap_or(u32::MAX);
    let frame =
        [b"version 7.00\nCOREMESH\x02\0\0\0", size.saturating_add(4).to_le_bytes().as_slice()].concat();
    rbxmesh(&[&frame, size.to_le_bytes().as_slice(), stream].concat());
}

bodies! {
    // The body with this name.
    anim: ::slmesh::anim::Animation;
    llsd: ::llsd::Value;
    m3d: ::m3d::Model;
    rbxbinary: ::rbxbinary::Model;
    rbxcsg: ::rbxmesh::csg::Csg;
    rbxmesh: ::rbxmesh::Mesh;
    rbxxml: ::rbxxml::Document, edited::rbxxml;
    slmesh: SecondLife;
}

/// Bodies for inputs that are read in other ways than files: archives of files, scripts, LLSD as JSON and as users' types, the terrain of places, the
/// other strings of models that have forms of their own, meshes to simplify, questions about places, and meshes that are
/// divided into hulls.
pub static OTHERS: &[Body] = &[
    Body {
        name: "archive",
        run: archives::archive,
        detect: |bytes| rezkit::archive::kind(bytes).is_some(),
        entries: entries::ARCHIVE,
    },
    Body { name: "json", run: json, detect: |_| false, entries: entries::JSON },
    Body { name: "scripts", run: scripts, detect: |_| false, entries: scripts::ENTRIES },
    Body { name: "simplify", run: simplify, detect: |_| false, entries: simplify::ENTRIES },
    Body { name: "question", run: question::check_query, detect: |_| false, entries: &[] },
    Body { name: "serde", run: serde, detect: |_| false, entries: entries::SERDE },
    Body { name: "hulls", run: hulls, detect: |_| false, entries: entries::HULLS },
    Body { name: "forms", run: forms, detect: |_| false, entries: entries::FORMS },
    Body { name: "terrain", run: terrain, detect: |_| false, entries: entries::TERRAIN },
];

/// Checks that bytes come back from each form of a string that they have, and that their layout is complete then.
///
/// # Panics
///
/// If one of these does not hold.
pub fn forms(bytes: &[u8]) {
    use ::rbxbinary::forms::StringForm;
    for form in StringForm::all() {
        let read = form.read(bytes);
        let (layout, traced) = entries::form_layout(form, bytes);
        assert_eq!(traced.is_ok(), read.is_ok(), "{}", form.property());
        let Ok(all) = read else { continue };
        assert_eq!((layout.flaw(), form.write(&all).as_deref()), (None, Ok(bytes)), "{}", form.property());
    }
}

/// Checks that terrain comes back from any bytes, that changes are there, and that its surface is closed.
///
/// # Panics
///
/// If one of these does not hold.
pub fn terrain(bytes: &[u8]) {
    use ::rbxbinary::terrain::{Grid, Material, Voxel};
    let (mut grid, error) = Grid::read(bytes);
    assert_eq!((&*grid.write(), error.is_some()), (bytes, !grid.undecoded().is_empty()));
    let (layout, traced) = entries::terrain_layout(bytes);
    assert_eq!((layout.flaw(), traced.as_ref()), (None, Ok(&grid)));
    let _ = grid.validate();
    for (number, voxel) in
        [Voxel::full(Material(2)), Voxel { material: Material(63), occupancy: 9, water: 1 }]
            .into_iter()
            .enumerate()
    {
        let place = grid.chunks().get(number).map_or([0; 3], |chunk| chunk.position());
        let [x, y, z] = place.map(|axis| axis.saturating_mul(32));
        if grid.set(x, y, z, voxel).is_ok() {
            assert_eq!(grid.voxel(x, y, z), voxel);
        }
    }
    let written = grid.write();
    let (again, _) = Grid::read(&written);
    assert_eq!((&again, again.undecoded()), (&grid, grid.undecoded()));
    for error in [0.0, 0.5, 100.0] {
        let Ok(mesh) = rezkit::scene::terrain::mesh(&grid, error, 1 << 20) else { continue };
        assert_eq!(mesh.check(), []);
        let mut edges = std::collections::HashMap::<_, i32>::new();
        for group in mesh.groups.iter().filter(|group| group.name != "Water") {
            for [a, b, c] in mesh.group_triangles(group) {
                for (from, to) in [(a, b), (b, c), (c, a)] {
                    *edges.entry((from, to)).or_default() += 1;
                    *edges.entry((to, from)).or_default() -= 1;
                }
            }
        }
        assert!(edges.values().all(|n| *n == 0), "the ground has a hole");
    }
}

/// A mesh of any bytes: how many hulls are wanted, three bytes for each position, and three for each triangle.
pub(crate) fn mesh(bytes: &[u8]) -> (::slmesh::geom::TriMesh, usize) {
    let (first, rest) = bytes.split_first().map_or((1, bytes), |(first, rest)| (usize::from(*first), rest));
    let (positions, indices) = rest.split_at(rest.len() / 3);
    let position = |[x, y, z]: &[u8; 3]| {
        // The highest is no number.
        let axis = |byte: u8| if byte == 255 { f32::INFINITY } else { f32::from(byte) / 8.0 };
        ::slmesh::geom::Vec3::new(axis(*x), axis(*y), axis(*z))
    };
    let positions = positions.as_chunks::<3>().0.iter().map(position).collect();
    let indices = indices.as_chunks::<3>().0.iter().map(|corners| corners.map(u32::from)).collect();
    (::slmesh::geom::TriMesh { positions, indices, ..Default::default() }, first)
}

/// Checks that any mesh is divided into few enough hulls that enclose its triangles, and that an asset takes them.
///
/// # Panics
///
/// If not.
pub fn hulls(bytes: &[u8]) {
    use ::slmesh::geom::Aabb;
    let (mesh, n_most) = mesh(bytes);
    let options = ::slmesh::DecomposeOptions::to(n_most);
    let made = ::slmesh::decompose(&mesh, &options);
    let within = ::slmesh::decompose(&mesh, &options.max_error(0.05));
    for ::slmesh::Decomposition { hulls, error, .. } in [&made, &within] {
        assert!(hulls.len() <= n_most.clamp(1, 255), "{} hulls", hulls.len());
        assert!(hulls.iter().all(|hull| (4..=255).contains(&hull.len())) && *error >= 0.0);
    }
    let hulls = &made.hulls;
    let corners = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|corner| mesh.positions.get(corner as usize).copied());
        Some([a?, b?, c?]).filter(|all| all.iter().all(|corner| corner.is_finite()))
    };
    let sound = mesh.indices.iter().filter_map(corners).flatten();
    let (Some(was), is) = (Aabb::from_points(sound), Aabb::from_points(hulls.iter().flatten().copied()))
    else {
        assert!(hulls.is_empty());
        return;
    };
    let is = is.expect("a hull around something");
    let longest = was.size().length();
    // What is flat becomes a plate, and a mesh without any size a small cube.
    let (inward, outward) = (longest * 1e-4, if longest > 0.0 { longest * 5e-3 } else { 0.25 });
    let sticks_out = [was.min - is.min, is.max - was.max].map(|by| [by.x, by.y, by.z]).concat();
    assert!(sticks_out.iter().all(|by| (-inward..=outward).contains(by)), "{was:?} {is:?}");
    assert_eq!(::slmesh::decompose(&mesh, &options), made);
    let built = ::slmesh::Builder::new(&mesh).hulls(made.hulls).build();
    assert!(built.is_ok() || !mesh.check().is_empty());
}

/// Checks that any value that JSON gives comes back from its lossless form, and that its layout is complete.
///
/// # Panics
///
/// If one of these does not hold.
pub fn json(bytes: &[u8]) {
    use ::llsd::{Same, json};
    for form in [json::JsonForm::Plain, json::JsonForm::Tagged] {
        assert_eq!(entries::json_layout(bytes, form).flaw(), None);
        let Ok(value) = json::read(bytes, form) else { continue };
        // Text that is not UTF-8 cannot be a key.
        let Ok(written) = json::write(&value, json::JsonForm::Tagged) else { continue };
        let again =
            json::read(&written, json::JsonForm::Tagged).map(|again| Same::difference(&again, &value));
        assert_eq!(again, Ok(None));
    }
}

/// Checks that serde gives the value that reading gives, if it gives one, and makes the same bytes of it.
///
/// # Panics
///
/// If it does not.
pub fn serde(bytes: &[u8]) {
    use ::llsd::{Same, Value};
    let Ok(value) = ::llsd::from_slice::<Value>(bytes) else { return };
    assert_eq!(::llsd::read(bytes).map(|read| Same::difference(&value, &read)), Ok(None));
    assert_eq!(::llsd::to_vec(&value), ::llsd::write(&value));
}

/// Recognises and reads any bytes, and no more.
fn read<M: Codec>(bytes: &[u8]) {
    std::hint::black_box(M::detect(bytes));
    drop(std::hint::black_box(M::read(bytes, SMALLEST)));
}

/// Checks the laws of a format on any bytes.
///
/// # Panics
///
/// If one does not hold.
pub fn body<M: Codec>(bytes: &[u8]) {
    M::detect(bytes);
    let checked = laws::check::<M>(bytes, SMALL, None);
    assert!(checked.broken.is_empty(), "{}", checked.broken.join("; "));
}

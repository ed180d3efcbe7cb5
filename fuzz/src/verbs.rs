//! The operations of `rez` on a file, one by one, to measure their cost.

use rezkit::exchange::{self, ExchangeOptions, SceneOptions};
use rezkit::lod::{LodOptions, lod};
use rezkit::scene::LevelPlan;
use rezkit::table::{Options, Table, extract, json as json_line};
use rezkit::thumb::{ThumbOptions, draw};
use rezkit::{
    CheckOptions, ConvertOptions, DiffOptions, DumpOptions, File, Format, InfoOptions, Line, List,
    MeshVersion, OpenOptions, Pattern, Problem, SourcemapOptions, identify, usual_memory,
};
use std::ops::ControlFlow;

/// The name of a verb, and a call of it with a file and the memory that it is allowed, if not the usual; returns how
/// many bytes it gives out.
pub type Verb = (&'static str, fn(&[u8], Option<usize>) -> usize);

/// All verbs that read one file.
pub static VERBS: &[Verb] = &[
    ("info", |bytes, memory| match identify(bytes).format.is_scene() {
        false => with(bytes, memory, |file| json(rezkit::info(file))),
        true => {
            let (usual, options) = (OpenOptions::default(), InfoOptions::default());
            let open = memory.map_or(usual, |memory| usual.max_memory(memory));
            json(rezkit::info_of_scene(bytes, &open, &options, &mut |_| None))
        }
    }),
    ("check", |bytes, memory| {
        with(bytes, memory, |file| json(rezkit::check(file, &CheckOptions::default())))
    }),
    ("list", |bytes, memory| {
        let kinds = [
            List::Scripts,
            List::Assets,
            List::Classes,
            List::Strings,
            List::Duplicates,
            List::Dangling,
            List::Requires,
        ];
        let list = |what| with(bytes, memory, |file| json(rezkit::list(file, what)));
        kinds.into_iter().map(list).max().unwrap_or_default()
    }),
    ("print", |bytes, memory| {
        with(bytes, memory, |file| {
            count(|add| rezkit::print(file, &mut |line| add(line.name.len() + line.value.len())))
        })
    }),
    ("print --json", |bytes, memory| {
        with(bytes, memory, |file| count(|add| rezkit::print_parts(file, &mut |part| add(json(Ok(part))))))
    }),
    ("query", |bytes, memory| {
        let all =
            "not (class~x and Size.Y>1) or name~*a* or @b=1 or Tags=c or Part > [Anchored = true]:has(>> .d)";
        let all: rezkit::Query = all.parse().unwrap();
        with(bytes, memory, |file| {
            count(|add| {
                rezkit::query(file, &all, &mut |found| {
                    let part = found.part(&[]).map(|part| json(Ok(&part)));
                    add(part.unwrap_or_default() + found.get("Name").map_or(0, |name| name.len()))
                })
            })
        })
    }),
    ("refs", |bytes, memory| {
        let refs = |what| with(bytes, memory, |file| json(rezkit::refs(file, what)));
        ["1", "rbxasset://a", "Workspace"].into_iter().map(refs).max().unwrap_or_default()
    }),
    ("grep", |bytes, memory| {
        let pattern = Pattern::new("(a|e)+.*[^x]?", true).unwrap();
        with(bytes, memory, |file| count(|add| rezkit::grep(file, &pattern, &mut |line| add(json(Ok(line))))))
    }),
    ("sourcemap", |bytes, memory| {
        let options = SourcemapOptions::default().scripts("src");
        with(bytes, memory, |file| rezkit::sourcemap(file, &options).map_or(0, |map| map.len()))
    }),
    ("shrink", |bytes, memory| {
        with(bytes, memory, |file| rezkit::shrink(file).map_or(0, |smaller| smaller.bytes.len()))
    }),
    ("diff", |bytes, memory| {
        // Half for each of the two files.
        with(bytes, memory.map(|memory| memory / 2), |file| {
            count(|add| {
                rezkit::diff(file, file, &DiffOptions::default(), &mut |change| add(json(Ok(change))))
            })
        })
    }),
    ("dump", |bytes, memory| {
        with(bytes, memory, |file| {
            count(|add| {
                rezkit::dump(file, &DumpOptions::default(), &mut |line| {
                    add(line.name.len() + line.value.len())
                })
            })
        })
    }),
    ("extract", |bytes, memory| {
        with(bytes, memory, |file| {
            count(|add| rezkit::extract(file, &mut |content| add(content.bytes.len())))
        })
    }),
    ("table", |bytes, memory| {
        let mut options = Options::for_tables(Table::ALL.iter().copied());
        options.max_memory = memory;
        let rows = extract(bytes, &options);
        let mut n_bytes = 0;
        for table in Table::ALL {
            rows.each(*table, &mut |row| n_bytes += json_line(row).len());
        }
        n_bytes
    }),
    ("convert", |bytes, memory| {
        let convert = |to: &Format| {
            let options = ConvertOptions::to(*to).mesh_version(MeshVersion::V2_00);
            let converted =
                |file: &File<'_>| rezkit::convert(file, &options).map_or(0, |made| made.bytes.len());
            with(bytes, memory, converted)
        };
        identify(bytes).format.conversions().iter().map(convert).max().unwrap_or_default()
    }),
    ("glb", |bytes, memory| exchanged(bytes, memory, Format::Glb)),
    ("obj", |bytes, memory| exchanged(bytes, memory, Format::Obj)),
    ("dae", |bytes, memory| exchanged(bytes, memory, Format::Collada)),
    ("stl", |bytes, memory| exchanged(bytes, memory, Format::Stl)),
    ("m3d", |bytes, memory| exchanged(bytes, memory, Format::M3d)),
    ("mesh", |bytes, memory| exchanged(bytes, memory, Format::RbxMesh)),
    ("llmesh", |bytes, memory| exchanged(bytes, memory, Format::SlMesh)),
    ("rbxm", |bytes, memory| exchanged(bytes, memory, Format::RbxBinary)),
    ("parts", |bytes, memory| {
        if !exchange::converts(identify(bytes).format, Format::RbxBinary) {
            return 0;
        }
        let mut options = ExchangeOptions::to(Format::RbxBinary);
        (options.scene, options.parts) = (scene_options(memory), true);
        let made = exchange::convert(bytes, &options, &mut |_| None);
        made.map_or(0, |made| made.beside.iter().fold(made.bytes.len(), |sum, (_, bytes)| sum + bytes.len()))
    }),
    ("lods", |bytes, memory| {
        if !exchange::converts(identify(bytes).format, Format::Glb) {
            return 0;
        }
        let mut options = ExchangeOptions::to(Format::Glb);
        (options.scene, options.levels) =
            (scene_options(memory), Some(LodOptions::new(LevelPlan::levels(4))));
        exchange::convert(bytes, &options, &mut |_| None).map_or(0, |made| made.bytes.len())
    }),
    ("lod", |bytes, memory| {
        let options = LodOptions::new(LevelPlan::levels(4));
        with(bytes, memory, |file| lod(file, &options).map_or(0, |made| made.bytes.len()))
    }),
    ("thumb", |bytes, memory| {
        let scene = exchange::read(bytes, &scene_options(memory), &mut |_| None);
        let options = ThumbOptions::default().max_memory(memory.unwrap_or(usual_memory(bytes.len())) / 2);
        scene.and_then(|(scene, _)| draw(&scene, &options)).map_or(0, |picture| picture.to_png().len())
    }),
];

/// The size of the output of a call for a file that can be opened.
fn with(bytes: &[u8], memory: Option<usize>, call: impl FnOnce(&File<'_>) -> usize) -> usize {
    let usual = OpenOptions::default();
    let options = memory.map_or(usual, |memory| usual.max_memory(memory));
    File::open(bytes, &options).map_or(0, |file| call(&file))
}

fn scene_options(memory: Option<usize>) -> SceneOptions {
    memory.map_or_else(SceneOptions::default, |memory| SceneOptions::default().max_memory(memory))
}

/// The length of a result as JSON.
fn json<T: serde::Serialize>(result: Result<T, Problem>) -> usize {
    result.map_or(0, |result| Line { tool: "", file: "", result: &result }.to_json().len())
}

/// The size of the output that a call passes on in pieces, before the end or an error.
fn count<T>(call: impl FnOnce(&mut dyn FnMut(usize) -> ControlFlow<()>) -> T) -> usize {
    let mut sum = 0;
    drop(call(&mut |n_bytes| {
        sum += n_bytes;
        ControlFlow::Continue(())
    }));
    sum
}

fn exchanged(bytes: &[u8], memory: Option<usize>, to: Format) -> usize {
    if !exchange::converts(identify(bytes).format, to) {
        return 0;
    }
    let mut options = ExchangeOptions::to(to);
    options.scene = scene_options(memory);
    exchange::convert(bytes, &options, &mut |_| None).map_or(0, |made| made.bytes.len())
}

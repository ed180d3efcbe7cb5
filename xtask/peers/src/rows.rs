//! The measurements: each row is one line here, and one function in `rows/<format>.rs` for its data and contenders.

use crate::harness::Contender;

mod gltf;
pub(crate) mod llsd;
mod luau;
mod m3d;
mod memcpy;
pub(crate) mod rbxbinary;
mod rbxcsg;
mod rbxmesh;
pub(crate) mod rbxxml;
mod simplify;
mod slmesh;

/// All rows, in the order of the table, with their target ratios.
#[rustfmt::skip] // a line a row
pub const ROWS: &[Row] = &[
    Row::new("memcpy", "64 MB", memcpy::large),
    Row::new("memcpy", "320 KB", memcpy::small),
    Row::new("GLB read", "64 MB", gltf::read_large),
    Row::new("GLB read to vectors", "64 MB", gltf::read_large_to_vectors).target(Figure::Time, 3.0, 6.0).limited("memory: 64 MB are copied to fresh pages"),
    Row::new("GLB of a Roblox mesh", "2.00, 64 MB", gltf::from_mesh),
    // Beside meshoptimizer: at most three times its time.
    Row::new("simplify to a quarter", "1,002,528 triangles", simplify::large).target(Figure::Time, 0.333, 1.0).limited("design: every collapse is recorded, from one heap"),
    Row::new("simplify to a quarter", "5,000 triangles", simplify::small).target(Figure::Time, 0.333, 1.0).limited("design: every collapse is recorded, from one heap"),
    Row::new("llsd binary read, borrowed", "10,000 records", llsd::read_binary_borrowed).target(Figure::Time, 5.0, 8.0).target(Figure::TimeAndDrop, 9.0, 14.0).limited("design: checking and locating values, 81 %"),
    Row::new("llsd binary read, owned", "10,000 records", llsd::read_binary_owned).target(Figure::TimeAndDrop, 3.3, 5.0).limited("design: a string for each key and value; allocating 61 %, dropping 13 %"),
    Row::new("llsd binary read, owned", "settings", llsd::read_binary_settings).target(Figure::TimeAndDrop, 2.0, 4.0).limited("design: a string for each key and value"),
    Row::new("llsd binary read, owned", "keywords", llsd::read_binary_keywords).target(Figure::TimeAndDrop, 2.0, 4.0).limited("design: a string for each key and value"),
    // Beside going through our own `Value`, which is faster than the peers.
    Row::new("llsd binary read, structs", "10,000 records", llsd::read_binary_structs).target(Figure::Time, 2.5, 4.0).limited("design: allocating what the structs own, 25 %"),
    Row::new("llsd binary write", "10,000 records", llsd::write_binary).target(Figure::Time, 2.0, 3.5),
    Row::new("llsd XML read", "10,000 records", llsd::read_xml).target(Figure::TimeAndDrop, 1.8, 3.0),
    Row::new("llsd XML read", "settings", llsd::read_xml_settings).target(Figure::TimeAndDrop, 4.0, 6.0),
    Row::new("llsd XML read", "keywords", llsd::read_xml_keywords).target(Figure::TimeAndDrop, 4.0, 6.0).limited("design: one pass over the text, a third, and strings"),
    Row::new("llsd XML write", "10,000 records", llsd::write_xml).target(Figure::Time, 3.5, 5.0).limited("design: escaping 30 %, reals 15 %"),
    Row::new("llsd notation read", "10,000 records, no binary", llsd::read_notation).target(Figure::TimeAndDrop, 2.0, 4.0),
    Row::new("llsd notation read", "settings", llsd::read_notation_settings).target(Figure::TimeAndDrop, 2.0, 4.0).limited("design: one pass over the text, a third, and strings"),
    Row::new("llsd notation read", "keywords", llsd::read_notation_keywords).target(Figure::TimeAndDrop, 2.0, 4.0).limited("design: one pass over the text, a third, and strings"),
    Row::new("llsd notation write", "10,000 records", llsd::write_notation).target(Figure::Time, 3.0, 5.0),
    // Beside inflating alone: at most 1.2 and 1.1 times its time.
    Row::new("luau check", "30,000 lines", luau::check).target(Figure::Time, 5.0, 8.0).target(Figure::Memory, 20.0, 50.0),
    Row::new("slmesh read", "2,025 vertices", slmesh::read_small).target(Figure::Time, 0.833, 0.909).limited("design: inflating, 84 %"),
    Row::new("slmesh read", "62,500 vertices", slmesh::read_large).target(Figure::Time, 0.833, 0.909).limited("design: inflating, 89 %"),
    Row::new("rbxmesh read", "2.00, 320 KB", rbxmesh::read_small).target(Figure::Time, 10.0, 15.0).limited("memory: half the speed of memcpy"),
    Row::new("rbxmesh read", "3.01, 285 KB", rbxmesh::read_v301).target(Figure::Time, 10.0, 15.0).limited("memory: half the speed of memcpy"),
    Row::new("rbxmesh read", "5.00, 195 KB", rbxmesh::read_v500).target(Figure::Time, 10.0, 15.0).limited("memory: half the speed of memcpy; checking indices, 20 %"),
    Row::new("rbxmesh read", "2.00, 64 MB", rbxmesh::read_large).target(Figure::Time, 2.0, 3.3).limited("memory: 99 % of the speed of memcpy"),
    Row::new("rbxmesh view", "2.00, 64 MB", rbxmesh::view_large).target(Figure::Time, 9.0, 25.0),
    Row::new("rbxmesh write", "2.00, 64 MB", rbxmesh::write_large).target(Figure::Time, 1.6, 1.9).limited("memory: fresh pages for the file"),
    Row::new("rbxmesh read, geometry of", "7.00, 10 KB", rbxmesh::read_v700_small).target(Figure::Time, 2.0, 2.5).limited("design of the format: each symbol depends on the one before it"),
    Row::new("rbxmesh read, geometry of", "7.00, 127 KB", rbxmesh::read_v700_large).target(Figure::Time, 2.0, 2.5).limited("design of the format: each symbol depends on the one before it"),
    Row::new("rbxmesh read, geometry of", "7.00, quantised sheet", rbxmesh::read_v700_sheet).target(Figure::Time, 2.0, 2.5).limited("design of the format: each symbol depends on the one before it"),
    Row::new("rbxmesh read", "1.00, 23 MB", rbxmesh::read_text).target(Figure::Time, 2.5, 3.5).limited("design: parsing numbers, 60 %"),
    Row::new("rbxmesh read, union", "CSGMDL 2, 72 KB", rbxcsg::read_mesh_2).target(Figure::Time, 1.0, 3.0),
    Row::new("rbxmesh read, union", "CSGMDL 4, 44 KB", rbxcsg::read_mesh_4).target(Figure::Time, 1.0, 3.0),
    Row::new("rbxmesh read, union", "CSGMDL 5, 49 KB", rbxcsg::read_mesh_5).target(Figure::Time, 1.0, 3.0),
    Row::new("rbxmesh read, hulls", "CSGPHS 3, 4 KB", rbxcsg::read_hulls_3).target(Figure::Time, 1.0, 3.0),
    Row::new("rbxmesh read, hulls", "CSGPHS 7, 5 KB", rbxcsg::read_hulls_7).target(Figure::Time, 1.0, 3.0),
    Row::new("rbxmesh read, hulls", "CSGPHS 8, 26 KB", rbxcsg::read_hulls_8).target(Figure::Time, 1.0, 3.0),
    Row::new("rbxbinary read", "parts100k", rbxbinary::read_parts).target(Figure::Time, 20.0, 40.0).target(Figure::Memory, 20.0, 24.0).limited("memory: fresh pages 20 %, copies 12 %; LZ4 23 %"),
    Row::new("rbxbinary read", "parts300k", rbxbinary::read_parts_300k).target(Figure::Memory, 20.0, 24.0),
    Row::new("rbxbinary read and touch rows", "parts100k", rbxbinary::touch_parts).target(Figure::Time, 12.0, 24.0).limited("design: making values during the walk, 67 %"),
    Row::new("rbxbinary open", "parts100k", rbxbinary::open_parts).target(Figure::Time, 280.0, 450.0).limited("design: 137 instructions an instance"),
    Row::new("rbxbinary read", "all-instances-415", rbxbinary::read_all_instances).target(Figure::Time, 2.5, 5.0).limited("design of the format: 2,999 chunks, 100 ns each"),
    Row::new("rbxbinary read", "baseplate-566", rbxbinary::read_baseplate).target(Figure::Time, 2.0, 3.0),
    Row::new("rbxbinary read", "folders-100", rbxbinary::read_folders).target(Figure::Time, 8.0, 12.0).limited("design of the format: 100 ns a chunk"),
    Row::new("rbxbinary read", "parts-1000", rbxbinary::read_parts_1000).target(Figure::Time, 20.0, 30.0),
    Row::new("rbxbinary read", "scripts20k", rbxbinary::read_scripts).target(Figure::TimeAndDrop, 2.0, 4.0).limited("memory: fresh pages 25 %; LZ4 45 %"),
    Row::new("rbxbinary write", "parts100k", rbxbinary::write_parts).target(Figure::Time, 11.0, 15.0).limited("design: packing by LZ4, 53 %"),
    Row::new("rbxbinary write", "scripts20k", rbxbinary::write_scripts).target(Figure::Time, 1.2, 1.5).limited("design: packing by LZ4, 61 %"),
    Row::new("rbxbinary write_onto", "scripts20k unchanged", rbxbinary::write_scripts_onto).target(Figure::Time, 7.0, 12.0).limited("design: comparing five million LZ4 tokens, 2.7 ns each"),
    Row::new("rbxbinary build and write", "100,000 parts", rbxbinary::build_parts).target(Figure::Time, 3.5, 8.0).limited("design: sorting properties into lists of values of 56 bytes"),
    // Beside one thread.
    Row::new("rbxbinary read on 2 threads", "parts300k", rbxbinary::read_parts_in_parallel).parallel().target(Figure::Time, 1.8, 2.0),
    Row::new("rbxbinary write on 2 threads", "parts300k", rbxbinary::write_parts_in_parallel).parallel().target(Figure::Time, 1.7, 1.9).limited("memory: both threads share it"),
    Row::new("rbxxml read", "parts10k", rbxxml::read_parts).target(Figure::Time, 20.0, 30.0).beside("roxmltree", 2.4, 4.5).limited("design: tags 15 %, dispatch of values 14 %, nothing else above 4 %"),
    Row::new("rbxxml read", "parts100k", rbxxml::read_parts_100k).target(Figure::Memory, 6.0, 8.0),
    Row::new("rbxxml read", "scripts20k", rbxxml::read_scripts).target(Figure::Time, 16.0, 30.0).beside("roxmltree", 1.4, 2.0).limited("design: tags and dispatch of values"),
    Row::new("rbxxml read", "baseplate-566", rbxxml::read_baseplate).target(Figure::Time, 15.0, 25.0).beside("roxmltree", 1.5, 2.5).limited("design: tags and dispatch of values"),
    Row::new("rbxxml write", "parts10k", rbxxml::write_parts).target(Figure::Time, 4.5, 8.0).limited("design: escaping, 25 %"),
    Row::new("rbxxml write", "scripts20k", rbxxml::write_scripts),
    Row::new("rbxxml write_onto", "parts10k unchanged", rbxxml::write_parts_onto).target(Figure::Time, 3.3, 6.0),
    Row::new("rbxxml write_onto", "parts10k of Studio unchanged", rbxxml::write_studios_parts_onto).target(Figure::Time, 3.3, 6.0),
    Row::new("rbxxml write_onto", "parts10k after an edit", rbxxml::write_edited_parts_onto).target(Figure::Time, 3.0, 5.0),
    Row::new("rbxxml write_onto", "parts10k of Studio after an edit", rbxxml::write_studios_edited_parts_onto).target(Figure::Time, 3.0, 5.0),
    Row::new("rbxxml write_onto", "scripts20k after an edit", rbxxml::write_edited_scripts_onto).target(Figure::Time, 3.0, 5.0),
    Row::new("rbxxml write_onto", "baseplate-566 after an edit", rbxxml::write_edited_baseplate_onto).target(Figure::Time, 3.0, 5.0),
    Row::new("rbxxml build and write", "100,000 parts", rbxxml::build_parts),
    Row::new("m3d read", "suzanne", m3d::read_suzanne).target(Figure::TimeAndDrop, 1.8, 2.5).limited("design of the format: inflating, 80 to 94 %"),
    Row::new("m3d read", "seagull", m3d::read_seagull).target(Figure::TimeAndDrop, 1.8, 2.5),
    Row::new("m3d read", "grid320", m3d::read_grid).target(Figure::TimeAndDrop, 1.8, 2.5).limited("design of the format: inflating, 80 to 94 %"),
    Row::new("m3d read", "grid320, not packed", m3d::read_plain_grid),
    Row::new("m3d inflate alone", "suzanne", m3d::inflate_suzanne),
    Row::new("m3d inflate alone", "grid320", m3d::inflate_grid),
    Row::new("m3d write", "grid320", m3d::write_grid).target(Figure::Time, 3.0, 4.0).limited("design of the format: deflating, 86 %"),
    Row::new("m3d text read", "grid320", m3d::read_text_grid).target(Figure::TimeAndDrop, 2.0, 4.0),
    Row::new("m3d text read", "suzanne", m3d::read_text_suzanne).target(Figure::TimeAndDrop, 2.0, 4.0),
    Row::new("m3d text write", "grid320", m3d::write_text_grid).target(Figure::Time, 3.0, 6.0),
    Row::new("m3d text write", "suzanne", m3d::write_text_suzanne).target(Figure::Time, 3.0, 6.0),
];

/// An operation on one piece of data.
pub struct Row {
    pub operation: &'static str,
    pub data: &'static str,
    /// Creates the data, and passes the contenders on, ours first.
    pub with_contenders: fn(&mut Compare),
    pub targets: [Option<Target>; 4],
    /// A peer with a target of its own, for the time: it does less than the task.
    pub beside: Option<(&'static str, Target)>,
    /// What keeps the row from its goal: the memory of the machine, or the design of the crate or of the format, with its
    /// share of the time.
    pub limit: &'static str,
    /// True if the wall-clock time is measured, since the CPU time of one thread says nothing about several.
    pub is_parallel: bool,
}

/// The function that a row calls once with its contenders, which may borrow the data it made.
pub type Compare<'c> = dyn FnMut(&mut [Contender]) + 'c;

/// The factor by which we should be better than the peer: the least acceptable one, and the goal.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    pub floor: f64,
    pub goal: f64,
}

impl Row {
    pub const fn new(operation: &'static str, data: &'static str, with_contenders: fn(&mut Compare)) -> Self {
        Self {
            operation,
            data,
            with_contenders,
            targets: [None; 4],
            beside: None,
            limit: "",
            is_parallel: false,
        }
    }

    /// Sets the target for a figure.
    pub const fn target(mut self, figure: Figure, floor: f64, goal: f64) -> Self {
        self.targets[figure as usize] = Some(Target { floor, goal });
        self
    }

    /// Sets the target for the time beside the peers whose names begin so.
    pub const fn beside(mut self, peer: &'static str, floor: f64, goal: f64) -> Self {
        self.beside = Some((peer, Target { floor, goal }));
        self
    }

    /// Names what keeps the row from its goal.
    pub const fn limited(mut self, limit: &'static str) -> Self {
        self.limit = limit;
        self
    }

    /// The target for a figure beside a peer.
    pub fn target_beside(&self, figure: Figure, peer: &str) -> Option<Target> {
        match self.beside {
            Some((name, target)) if peer.starts_with(name) => (figure == Figure::Time).then_some(target),
            _ => self.targets[figure as usize],
        }
    }

    /// Marks the row as one that uses several threads.
    pub const fn parallel(mut self) -> Self {
        self.is_parallel = true;
        self
    }

    /// The title, which `--filter` searches and `--list` prints.
    pub fn title(&self) -> String {
        format!("{}, {}", self.operation, self.data)
    }
}

/// The figure that is compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Figure {
    /// Seconds for the operation.
    Time,
    /// Seconds for dropping its result.
    Drop,
    /// Seconds for both.
    TimeAndDrop,
    /// Bytes by which the peak of resident memory rises.
    Memory,
}

impl Figure {
    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Drop => "drop",
            Self::TimeAndDrop => "time and drop",
            Self::Memory => "peak memory",
        }
    }
}

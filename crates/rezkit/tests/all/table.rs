//! Rows about files, by values.

use crate::support::{corpus, files, fixtures};
use rezkit::table::{
    Column, Options, Origin, Row, Rows, Table, csv, csv_header, extract, extract_to, file, json, sha256,
};
use rezkit::{
    CheckOptions, Fact, File, InfoOptions, List, OpenOptions, Warnings, check, info, info_of_scene, list,
};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;

fn all() -> Options {
    Options::for_tables(Table::ALL.iter().copied())
}

fn rows(path: &str) -> Rows {
    extract(&std::fs::read(fixtures().join(path)).unwrap(), &all())
}

/// An optional number as text.
fn shown<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

#[test]
#[cfg_attr(
    not(feature = "draco"),
    ignore = "where a stream of edgebreaker is broken depends on the feature `draco`"
)]
fn all_fixtures_have_these_contents_and_findings() {
    // A list for each format, so that a new fixture changes only the list of its format.
    let mut lists = BTreeMap::<String, String>::new();
    let root = fixtures();
    let is_ours = |path: &Path| !path.starts_with(root.join("foreign")) && !path.ends_with("SOURCES.md");
    for path in files(&root).into_iter().filter(|path| is_ours(path)) {
        let bytes = std::fs::read(&path).unwrap();
        let rows = extract(&bytes, &Options::for_tables([Table::Contents, Table::Findings]));
        let [content] = &*rows.contents else { panic!("{path:?}") };
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let text = lists.entry(name.split('/').next().unwrap().to_owned()).or_default();
        let version = content.version.as_deref().unwrap_or_default();
        let _ = writeln!(text, "{name}: {} {version}", content.format);
        let counts = [content.n_vertices, content.n_faces, content.n_instances].map(shown);
        let few = [content.n_bones, content.n_textures].map(shown);
        let checked = [content.n_notes, content.n_warnings, content.n_errors].map(shown);
        let _ = writeln!(text, "  {} | {} | {}", counts.join(" "), few.join(" "), checked.join(" "));
        if let Some(error) = &content.error {
            let (at, path) = (shown(content.error_offset), content.error_path.as_deref().unwrap_or_default());
            let _ = writeln!(text, "  error at {at}, {path:?}: {error}");
            assert!(rows.findings.is_empty(), "{name}");
        }
        for finding in &rows.findings {
            let (n, path, at) = (finding.n, &finding.path, shown(finding.byte_offset));
            let _ = writeln!(text, "  {} {n} {} {path:?} {at}", finding.rule, finding.severity);
        }
    }
    for (format, text) in lists {
        insta::assert_snapshot!(format!("fixtures_{format}"), text);
    }
}

#[test]
fn a_place_has_instances_with_properties_scripts_and_references() {
    let rows = rows("rbxxml/valid/all-types.rbxmx");
    assert_eq!(rows.contents[0].n_instances, Some(rows.instances.len() as i64));
    insta::assert_snapshot!(
        "all_types",
        lines(&rows, &[Table::Instances, Table::Properties, Table::References])
    );
    let rows = extract(SCRIPTS.as_bytes(), &all());
    insta::assert_snapshot!("scripts", lines(&rows, &[Table::Instances, Table::Scripts, Table::References]));
    let source = sha256(b"print(1)\nprint(2)").to_string();
    assert_eq!(rows.scripts[0].source_sha256, source);
    // The parts are the items at the top.
    let [part] = &*rows.parts else { panic!("{}", rows.parts.len()) };
    let (start, len) = (part.byte_offset as usize, part.n_bytes as usize);
    assert!(SCRIPTS[start..start + len].starts_with("<Item class=\"Folder\""));
    assert_eq!(&SCRIPTS[start + len..], "</roblox>");
}

#[test]
fn a_picture_in_a_property_is_a_texture() {
    let png = rezkit::thumb::Picture { width: 2, height: 1, rgba: vec![255; 8] }.to_png();
    let mut document = rbxxml::Document::new();
    let item = rbxxml::Item::new("Folder").with("Icon", png.clone()).with("Other", b"no picture".to_vec());
    document.add(None, item).unwrap();
    let rows = extract(&rbxxml::write(&document).unwrap(), &all());
    let [texture] = &*rows.textures else { panic!("{}", rows.textures.len()) };
    assert_eq!((texture.width, texture.height, texture.n_bytes), (Some(2), Some(1), png.len() as i64));
    assert_eq!(texture.data_sha256, sha256(&png).to_string());
    assert!(texture.name.ends_with(".Icon"), "{}", texture.name);
}

const SCRIPTS: &str = r#"<roblox version="4"><Item class="Folder" referent="a"><Properties><string name="Name">A/B</string></Properties>
    <Item class="Script" referent="b"><Properties><string name="Name">Main</string><bool name="Disabled">true</bool>
    <ProtectedString name="Source">print(1)
print(2)</ProtectedString></Properties></Item>
    <Item class="ModuleScript" referent="c"><Properties><string name="Name">Main</string></Properties></Item>
    <Item class="Sound" referent="d"><Properties><Content name="SoundId"><url>rbxassetid://42</url></Content>
    <UniqueId name="UniqueId">0123456789abcdef0123456789abcdef</UniqueId></Properties></Item></Item></roblox>"#;

/// Rows without their hashes, as lines of JSON.
fn lines(rows: &Rows, tables: &[Table]) -> String {
    let mut text = String::new();
    for table in tables {
        let _ = writeln!(text, "{}", table.name());
        rows.each(*table, &mut |row| {
            let line = json(row);
            let (_, rest) = line.split_once(",\"").unwrap();
            let _ = writeln!(text, "  \"{}", rest.trim_end_matches('}'));
        });
    }
    text
}

#[test]
fn meshes_have_surfaces_bones_and_parts() {
    let paths = [
        "rbxmesh/valid/v500.mesh",
        "slmesh/valid/part.llmesh",
        "m3d/valid/rigged.m3d",
        "rbxcsg/valid/mesh_4.csg",
    ];
    let tables = [Table::Meshes, Table::Bones, Table::Textures, Table::Parts, Table::References];
    let text: String = paths.map(|path| format!("{path}\n{}", lines(&rows(path), &tables))).concat();
    insta::assert_snapshot!("meshes", text);
}

#[test]
fn the_same_shape_has_the_same_hash_in_any_version() {
    let hashes = ["v200.mesh", "v300.mesh"].map(|name| {
        let rows = rows(&format!("rbxmesh/valid/{name}"));
        rows.meshes[0].geometry_sha256.clone()
    });
    assert_eq!(hashes[0], hashes[1]);
    let bytes = std::fs::read(fixtures().join("rbxmesh/valid/v200.mesh")).unwrap();
    let mesh = rbxmesh::read(&bytes).unwrap();
    let corners = mesh.faces.iter().flatten().map(|index| mesh.vertices[*index as usize].position.to_array());
    let corners: Vec<u8> = corners.flatten().flat_map(f32::to_le_bytes).collect();
    assert_eq!(hashes[0], sha256(&corners).to_string());
}

#[test]
fn properties_are_chosen_by_class_and_name_and_cut_by_length() {
    let bytes = std::fs::read(fixtures().join("rbxbinary/valid/nested.rbxm")).unwrap();
    let mut options = Options::for_tables([Table::Properties, Table::Instances]);
    let whole = extract(&bytes, &options);
    options.classes = vec!["Part".into()];
    options.properties = vec!["size".into(), "@Checked".into()];
    let some = extract(&bytes, &options);
    let parts: Vec<_> = whole
        .instances
        .iter()
        .filter(|instance| instance.class == "Part")
        .map(|part| part.instance)
        .collect();
    assert_eq!(parts.len(), 2);
    assert!(some.properties.iter().all(|row| parts.contains(&row.instance) && row.name == "size"));
    assert_eq!(some.properties.len(), whole.properties.iter().filter(|row| row.name == "size").count());
    assert!(some.properties.iter().all(|row| row.num.as_ref().is_some_and(|numbers| numbers.len() == 3)));
    let mut options = Options::for_tables([Table::Properties]);
    options.max_text = 7;
    options.properties = vec!["Source".into()];
    let cut = extract(SCRIPTS.as_bytes(), &options);
    let hash = sha256(b"print(1)\nprint(2)").to_string();
    let [row] = &*cut.properties else { panic!("{:?}", cut.properties) };
    assert_eq!(
        (row.n_bytes, row.text.as_deref(), row.value_sha256.as_deref()),
        (Some(17), None, Some(&*hash))
    );
    options.max_text = 17;
    let row = &extract(SCRIPTS.as_bytes(), &options).properties[0];
    assert_eq!((row.text.as_deref(), row.value_sha256.as_deref()), (Some("print(1)\nprint(2)"), None));
}

#[test]
fn what_cannot_be_read_is_a_row() {
    let one = |bytes: &[u8]| {
        let rows = extract(bytes, &all());
        let row = rows.contents[0].clone();
        let others = Table::ALL.iter().filter(|table| **table != Table::Contents);
        assert!(others.map(|table| rows.len(*table)).all(|n| n == 0));
        (row.format, row.error, row.error_offset, row.error_path)
    };
    let told = |text: &str| Some(text.to_owned());
    let cut = one(b"version 2.00\n\x0c\0");
    assert_eq!((&*cut.0, cut.2, cut.3), ("rbx-mesh", Some(13), told("header")));
    assert_eq!(
        one(b""),
        ("empty".into(), told("this is an empty file, which cannot be read here"), None, None)
    );
    assert_eq!(one(b"\x01\x02\x03\xff"), ("unknown".into(), told("the format is unknown"), None, None));
    // A whole file of others is no error.
    assert_eq!(one(b"\x89PNG\r\n\x1a\n\0\0\0\0IEND\xaeB`\x82"), ("png".into(), None, None, None));
    let mut small = all();
    small.max_memory = Some(10_000);
    let bytes = std::fs::read(fixtures().join("rbxxml/valid/all-types.rbxmx")).unwrap();
    let rows = extract(&bytes, &small);
    let error = rows.contents[0].error.clone().unwrap();
    assert!(error.contains("the limit is 9.8 KiB"), "{error}");
    assert_eq!((rows.instances.len(), rows.properties.len()), (0, 0));
}

/// The buffer of a glTF file may be a file of its own.
#[test]
fn gltf_with_a_buffer_of_its_own_has_the_counts_of_its_meshes() {
    let json = br#"{"asset":{"version":"2.0"},"buffers":[{"uri":"a%20b.bin","byteLength":36}],
        "bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,
        "type":"VEC3","min":[0,0,0],"max":[0,0,2]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0}"#;
    let buffer: Vec<u8> = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 2.0].map(f32::to_le_bytes).concat();
    let extract = |has: &mut dyn FnMut(&str) -> Option<Vec<u8>>| {
        let (mut all, options) = (Rows::default(), Options::for_tables([Table::Contents, Table::Meshes]));
        let result = extract_to(json, sha256(json), &options, has, &mut |rows| {
            all.append(rows);
            ControlFlow::Continue(())
        });
        (all, result)
    };
    let (rows, result) = extract(&mut |name| Some(buffer.clone()).filter(|_| name == "a b.bin"));
    let row = &rows.contents[0];
    assert_eq!(
        (result, row.n_vertices, row.n_faces, row.max_z),
        (Ok(Warnings::default()), Some(3), Some(1), Some(2.0))
    );
    assert_eq!(rows.meshes[0].n_faces, 1);
    let (rows, result) = extract(&mut |_| None);
    assert!(rows.meshes.is_empty() && result.is_err_and(|problem| problem.message.contains("a b.bin")));
}

/// Counts and rows of files that are read as scenes.
#[test]
fn scene_files_have_the_counts_and_rows_of_their_meshes() {
    let rows = rows("foreign/gltf/arm.three.glb");
    let content = &rows.contents[0];
    assert_eq!((content.n_vertices, content.n_faces, content.n_bones), (Some(504), Some(168), Some(2)));
    assert_eq!([content.min_y, content.max_y], [Some(0.0), Some(3.0)]);
    assert_eq!((content.n_errors, content.n_warnings), (Some(0), Some(0)));
    let [mesh] = &*rows.meshes else { panic!("{:?}", rows.meshes) };
    assert_eq!((mesh.n_faces, mesh.has_skin, mesh.material.as_deref()), (168, true, Some("Skin")));
    let bones: Vec<_> =
        rows.bones.iter().map(|bone| (&*bone.name, bone.parent, bone.y, bone.n_influenced)).collect();
    assert_eq!(bones, [("Upper", None, Some(0.0), 294), ("Lower", Some(0), Some(1.5), 294)]);
    // A triangle that names a missing vertex is a finding, and levels of detail are counted separately.
    let obj = b"o a_LOD3\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 9\no a_LOD2\nf 1 3 2\n";
    let rows = extract(obj, &all());
    assert_eq!(rows.contents[0].n_faces, Some(1));
    assert_eq!(rows.meshes.iter().map(|mesh| (mesh.lod, mesh.n_faces)).collect::<Vec<_>>(), [(0, 1), (1, 1)]);
    let [finding] = &*rows.findings else { panic!("{:?}", rows.findings) };
    assert_eq!((finding.rule, rows.contents[0].n_warnings), ("RZK001", Some(1)));
}

/// A model of this many values of 1,000 bytes.
fn values(count: usize) -> Vec<u8> {
    let mut document = rbxxml::Document::new();
    for number in 0..count {
        let item = rbxxml::Item::new("StringValue").with("Value", format!("{number}{}", "x".repeat(1000)));
        document.add(None, item).unwrap();
    }
    rbxxml::write(&document).unwrap()
}

/// Every row arrives, however many there are: their memory is that of a batch.
#[test]
fn rows_are_passed_on_in_batches() {
    let bytes = values(4000);
    let mut options = Options::for_tables([Table::Instances, Table::Properties, Table::Contents]);
    let whole = extract(&bytes, &options);
    // One property is that of the file.
    assert_eq!((whole.instances.len(), whole.properties.len(), whole.contents.len()), (4000, 4001, 1));
    options.max_memory = Some(16 << 20);
    assert!(
        extract(&bytes, &options).contents[0].error.as_ref().is_some_and(|error| error.contains("memory"))
    );
    let (mut all, mut n_batches) = (Rows::default(), 0);
    let result = extract_to(&bytes, sha256(&bytes), &options, &mut |_| None, &mut |rows| {
        assert!(rows.cost() < 2 << 20, "{}", rows.cost());
        n_batches += 1;
        all.append(rows);
        ControlFlow::Continue(())
    });
    assert_eq!(result, Ok(Warnings::default()));
    assert!(n_batches > 10 && all == whole, "{n_batches}");
    // A caller that has enough is not called again.
    let mut n_calls = 0;
    let stop = &mut |_| {
        n_calls += 1;
        ControlFlow::Break(())
    };
    let result = extract_to(&bytes, sha256(&bytes), &options, &mut |_| None, stop);
    assert_eq!(result, Ok(Warnings::default()));
    assert_eq!(n_calls, 1);
}

#[test]
fn rows_are_lines() {
    let origin = Origin::new("a/b,c.RBXM.gz").in_shard("s").mtime(rezkit::Timestamp::of_seconds(1.5));
    let row = file(b"text", &origin);
    let hash = sha256(b"text");
    let columns = "path,shard,member,sha256,n_bytes,wrapper,mtime,named_as,error,error_offset";
    assert_eq!(csv_header(Table::Files), columns);
    assert_eq!(csv(&row), format!("\"a/b,c.RBXM.gz\",s,,{hash},4,,1970-01-01T00:00:01.5Z,gz,,"));
    let expected = format!(
        r#"{{"path":"a/b,c.RBXM.gz","shard":"s","member":null,"sha256":"{hash}","n_bytes":4,"wrapper":null,"mtime":"1970-01-01T00:00:01.5Z","named_as":"gz","error":null,"error_offset":null}}"#
    );
    assert_eq!(json(&row), expected);
    assert_eq!(row.table(), Table::Files);
    let named = |path: &str| file(b"", &Origin::new(path)).named_as;
    let endings = ["http://a/b.mesh?v=1.2", "a.b/c", ".hidden", "x.tar.GZ"].map(named);
    assert_eq!(endings.map(shown), ["mesh", "-", "-", "gz"]);
}

#[test]
fn numbers_of_64_bits_keep_their_digits() {
    let item = |of: &str, value: &str| {
        format!(
            r#"<Item class="NumberValue"><Properties><{of} name="Value">{value}</{of}></Properties></Item>"#
        )
    };
    let items =
        [item("double", "1e82"), item("double", "0.30000000000000004"), item("float", "0.1")].concat();
    let model = format!(r#"<roblox version="4">{items}</roblox>"#);
    let rows = extract(model.as_bytes(), &all()).properties;
    assert_eq!(rows.iter().map(|row| row.num64).collect::<Vec<_>>(), [Some(1e82), Some(0.1 + 0.2), None]);
    let ends = rows.iter().map(|row| csv(row).rsplit(',').next().map(str::parse::<f64>));
    assert_eq!(ends.flatten().flatten().collect::<Vec<_>>(), [1e82, 0.1 + 0.2]);
    assert!(json(&rows[1]).ends_with(r#""num64":0.30000000000000004}"#), "{}", json(&rows[1]));
}

/// Over our own files and the samples, rows say what the verbs say.
#[test]
fn rows_agree_with_the_verbs() {
    let mut paths = files(&fixtures());
    paths.extend(corpus().map(|folder| files(&folder)).unwrap_or_default());
    let mut n_read = 0;
    for path in paths {
        n_read += usize::from(agree(&path));
    }
    assert!(n_read > 300, "{n_read}");
}

fn agree(path: &Path) -> bool {
    let bytes = std::fs::read(path).unwrap();
    let tables = Table::ALL.iter().copied().filter(|table| *table != Table::Properties);
    let rows = extract(&bytes, &Options::for_tables(tables));
    let content = &rows.contents[0];
    let opened = File::open(&bytes, &OpenOptions::default());
    let Some(file) = opened.ok().filter(|file| info(file).is_ok()) else {
        assert!(rows.instances.is_empty(), "{path:?}");
        let scene = info_of_scene(&bytes, &OpenOptions::default(), &InfoOptions::default(), &mut |_| None);
        let Ok(info) = scene else {
            assert!(rows.meshes.is_empty(), "{path:?}");
            return false;
        };
        let count = |name: &str| match info.facts.iter().find(|(own, _)| *own == name) {
            Some((_, Fact::Count(n))) => *n as i64,
            _ => 0,
        };
        let counts = [content.n_faces, content.n_vertices, content.n_bones.map(i64::from)];
        assert_eq!(counts, ["triangles", "vertices", "joints"].map(|name| Some(count(name))), "{path:?}");
        let bounds = content.min_x.zip(content.max_z);
        assert_eq!(bounds, info.bounds.map(|[min, max]| (min[0], max[2])), "{path:?}");
        assert_eq!(rows.findings.len() as i32, content.n_warnings.unwrap(), "{path:?}");
        return true;
    };
    assert_eq!(content.error, None, "{path:?}");
    let info = info(&file).unwrap();
    let fact = |name: &str| {
        info.facts.iter().find(|(own, _)| *own == name).map(|(_, fact)| match fact {
            Fact::Count(n) => *n as i64,
            _ => panic!("{name}"),
        })
    };
    assert_eq!(content.version, info.version, "{path:?}");
    assert_eq!(content.n_instances.filter(|n| *n > 0), fact("instances"), "{path:?}");
    let vertices = fact("vertices").or_else(|| fact("points"));
    assert_eq!(content.n_vertices.filter(|n| *n > 0), vertices, "{path:?}");
    let bones = fact("bones").or_else(|| fact("joints"));
    assert_eq!(content.n_bones.filter(|n| *n > 0).map(i64::from), bones, "{path:?}");
    let bounds = content.min_x.zip(content.max_z);
    assert_eq!(bounds, info.bounds.map(|[min, max]| (min[0], max[2])), "{path:?}");
    let report = check(&file, &CheckOptions::default()).unwrap();
    let counted = [content.n_notes, content.n_warnings, content.n_errors].map(|n| n.unwrap() as usize);
    assert_eq!(counted, [report.n_notes, report.n_warnings, report.n_errors], "{path:?}");
    assert_eq!(rows.findings.len(), report.findings.len(), "{path:?}");
    if let Some(n) = content.n_instances.filter(|_| content.format.starts_with("rbx")) {
        assert_eq!(rows.instances.len() as i64, n, "{path:?}");
        let scripts = list(&file, List::Scripts).unwrap().items;
        assert_eq!(rows.scripts.len(), scripts.len(), "{path:?}");
        let assets = list(&file, List::Assets).unwrap().items;
        assert!(rows.references.len() >= assets.len(), "{path:?}");
    }
    // Levels of detail and materials share out the triangles.
    let n_faces: i64 = rows.meshes.iter().map(|mesh| mesh.n_faces).sum();
    if ["rbx-mesh", "m3d", "csg-solid"].contains(&&*content.format) && !rows.meshes.is_empty() {
        // Some levels are said to end before the last triangle.
        assert!(n_faces > 0 && Some(n_faces) <= content.n_faces || content.n_faces == Some(0), "{path:?}");
    }
    true
}

#[cfg(feature = "tables")]
mod arrow {
    use super::{all, rows};
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float32Type, Float64Type, Int32Type};
    use rezkit::table::{Cell, Compression, Parquet, Table, batch, extract, schema};

    #[test]
    fn batches_have_the_values_of_rows() {
        let rows = rows("rbxxml/valid/all-types.rbxmx");
        for table in Table::ALL {
            let batch = batch(&rows, *table).unwrap();
            assert_eq!((batch.num_rows(), batch.num_columns()), (rows.len(*table), table.columns().len()));
            assert_eq!(*batch.schema(), schema(*table));
            let mut at = 0;
            rows.each(*table, &mut |row| {
                for (i, column) in table.columns().iter().enumerate() {
                    let array = batch.column(i);
                    assert_eq!(array.is_null(at), row.cell(i) == Cell::Null, "{}", column.name);
                    match row.cell(i) {
                        Cell::String(text) => assert_eq!(array.as_string::<i32>().value(at), text),
                        Cell::Int32(number) => {
                            assert_eq!(array.as_primitive::<Int32Type>().value(at), number)
                        }
                        Cell::Float64(number) => {
                            assert_eq!(array.as_primitive::<Float64Type>().value(at), number)
                        }
                        Cell::Binary(bytes) => assert_eq!(array.as_binary::<i32>().value(at), bytes),
                        Cell::Floats(numbers) => {
                            let list = array.as_list::<i32>().value(at);
                            let bits =
                                |all: &[f32]| all.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
                            assert_eq!(bits(list.as_primitive::<Float32Type>().values()), bits(numbers));
                        }
                        _ => {}
                    }
                }
                at += 1;
            });
        }
    }

    #[test]
    fn parquet_files_come_back_with_what_they_say_of_themselves() {
        use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
        let rows = rows("rbxxml/valid/all-types.rbxmx");
        for compression in [Compression::None, Compression::Lz4, Compression::Gzip] {
            let mut file = Parquet::new(Vec::new(), Table::Properties, compression).unwrap();
            file.write(&rows).unwrap();
            file.write(&extract(b"", &all())).unwrap();
            let bytes = bytes::Bytes::from(file.finish().unwrap());
            let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap();
            let said = reader.metadata().file_metadata().key_value_metadata().unwrap();
            let value = |key: &str| said.iter().find(|one| one.key == key).and_then(|one| one.value.clone());
            assert_eq!(value("rezkit.table").as_deref(), Some("properties"));
            assert_eq!(value("rezkit.schema").as_deref(), Some("1"));
            assert_eq!(value("rezkit.version").as_deref(), Some(env!("CARGO_PKG_VERSION")));
            let batches: Vec<_> = reader.build().unwrap().map(Result::unwrap).collect();
            let whole = batch(&rows, Table::Properties).unwrap();
            assert_eq!(batches.iter().map(|batch| batch.num_rows()).sum::<usize>(), whole.num_rows());
            assert_eq!(batches[0].columns(), whole.columns());
        }
    }
}

/// `REZ_SCHEMAS=write` updates the page.
#[test]
fn the_page_lists_all_columns() {
    const MARKS: [&str; 2] = ["<!-- columns -->\n", "<!-- end of columns -->"];
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tables.md");
    let page = std::fs::read_to_string(&path).unwrap().replace('\r', "");
    let (before, rest) = page.split_once(MARKS[0]).unwrap();
    let (_, after) = rest.split_once(MARKS[1]).unwrap();
    let mut text = before.to_owned() + MARKS[0];
    for table in Table::ALL {
        text +=
            &format!("\n### {}\n\n{}\n\n| Column | Type | |\n|---|---|---|\n", table.name(), table.about());
        for Column { name, of, is_nullable, about, .. } in table.columns() {
            let null = if *is_nullable { "" } else { ", never empty" };
            text += &format!("| {name} | {}{null} | {about} |\n", of.name());
        }
    }
    text += &format!("\n{}{after}", MARKS[1]);
    if std::env::var_os("REZ_SCHEMAS").is_some() {
        std::fs::write(path, text).unwrap();
    } else {
        assert!(page == text, "docs/tables.md is not current: run with REZ_SCHEMAS=write");
    }
}

//! The body of a request for the contents of inventory folders, and what a server answers:
//! `cargo run -p rezkit-llsd --features serde --example caps_request [RESPONSE]`.
//!
//! It sends nothing: it prints the request for the capability `FetchInventoryDescendents2`, then reads the response from
//! a file, or a response that is part of this example.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use llsd::{Date, Uuid, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Request {
    folders: Vec<Wanted>,
}

#[derive(Serialize)]
struct Wanted {
    folder_id: Uuid,
    owner_id: Uuid,
    fetch_folders: bool,
    fetch_items: bool,
    sort_order: i32,
}

#[derive(Deserialize)]
struct Response {
    folders: Vec<Folder>,
}

#[derive(Deserialize)]
struct Folder {
    folder_id: Uuid,
    version: i32,
    #[serde(default)]
    items: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    item_id: Uuid,
    name: String,
    /// Seconds since 1970, as an integer.
    created_at: Date,
    /// The keys that this program does not know, kept with their types.
    #[serde(flatten)]
    other: BTreeMap<String, Value>,
}

const RESPONSE: &str = "<llsd><map><key>folders</key><array><map>
    <key>folder_id</key><uuid>d7f4aeca-88f1-42a1-b385-b97b18abb255</uuid>
    <key>version</key><integer>12</integer>
    <key>items</key><array><map>
        <key>item_id</key><uuid>5d4c1b1a-0b4e-4b8c-9d3a-1f2e3d4c5b6a</uuid>
        <key>name</key><string>Chair</string>
        <key>created_at</key><integer>1138804193</integer>
        <key>asset_id</key><uuid>00000000-0000-0000-0000-000000000001</uuid>
        <key>flags</key><integer>0</integer>
    </map></array>
</map></array></map></llsd>";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let request = Request {
        folders: vec![Wanted {
            folder_id: "d7f4aeca-88f1-42a1-b385-b97b18abb255".parse()?,
            owner_id: "285e1a4e-7f9b-4a5c-8c1e-0d2f3b4a5c6d".parse()?,
            fetch_folders: true,
            fetch_items: true,
            sort_order: 1,
        }],
    };
    println!("{}\n", llsd::xml::to_string(&request)?);

    let bytes = std::env::args_os().nth(1).map_or(Ok(RESPONSE.into()), std::fs::read)?;
    // An error says which value does not fit, such as `folders[0].items[0].created_at`, and at which byte.
    let response: Response = llsd::from_slice(&bytes)?;
    for folder in response.folders {
        println!("folder {} of version {}", folder.folder_id, folder.version);
        for item in folder.items {
            println!(
                "    {} {} {:?} and {}",
                item.item_id,
                item.created_at,
                item.name,
                Value::from_iter(item.other)
            );
        }
    }
    Ok(())
}

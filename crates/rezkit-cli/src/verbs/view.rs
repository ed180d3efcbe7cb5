//! The verb `view`: opens files in the page, in a browser.

use crate::args::{Common, destination, examples};
use crate::assets::Assets;
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::inputs::Input;
use crate::output::Out;
use crate::show;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use clap::Args;
use rezkit::Format;
use rezkit::exchange::{ExchangeOptions, convert};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs, io};
use store::save;

/// Opens a file in a browser, with the model in 3D.
///
/// The page has facts, findings, the tree and every byte, too. It needs no server and sends nothing. Where it is not
/// installed, a GLB for other programs is written instead, and its path is printed.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez view robot.m3d" => "a page with the file in it"
    "rez view --no-open chair.mesh" => "only the path of what was written"
})]
pub(super) struct ViewArgs {
    /// A file; `-` is stdin.
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// Output file; by default a folder for temporary files, which a later call removes when it is a day old.
    #[arg(short, long, value_name = "PATH", value_parser = destination())]
    output: Option<PathBuf>,
    /// The page, rezkit.html; by default the one next to this program.
    #[arg(long, value_name = "PATH")]
    page: Option<PathBuf>,
    /// Only write, and start no browser.
    #[arg(long)]
    no_open: bool,
    /// Overwrite the output.
    #[arg(short, long)]
    force: bool,
}

/// The name of the page in the release archives.
const PAGE: &str = "rezkit.html";

/// The placeholder for a file in the page.
const MARK: &str = "<!--given-->";

/// Upper bound on the size of a file in the page. As base64 in a page, larger files exceed the memory of browsers.
const MOST: usize = 128 << 20;

pub(super) fn run(verb: &ViewArgs, common: &Common, out: &mut Out) -> Ending {
    let input = done::named(&verb.path)?;
    let bytes = done::read(&input, common)?;
    let name = input.relative.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let shown = match verb.page.clone().or_else(page) {
        Some(page) => in_page(&page, &name, &bytes),
        None if verb.output.as_deref().is_some_and(is_page) => Err((
            Code::Usage,
            format!("{PAGE} was not found next to this program: give its path with --page"),
        )),
        None => as_glb(&name, &bytes, &input, common, out),
    };
    let (name, contents) =
        shown.map_err(|(code, message)| Done::failed(code, show::error(&input.name, &message)))?;
    let path = verb.output.clone().map_or_else(|| temporary(&name), Ok);
    let path = path.map_err(|error| Done::io(&input.name, &error))?;
    save(&path, &contents, verb.force).map_err(|error| {
        if let (None, Some(folder)) = (&verb.output, path.parent()) {
            let _ = fs::remove_dir(folder);
        }
        Done::io(&path.to_string_lossy(), &error)
    })?;
    out.print(&format!("{}\n", path.display()));
    if verb.output.is_none() && !is_page(&path) {
        out.mention(&format!(
            "a GLB, since {PAGE} was not found next to this program: give its path with --page\n"
        ));
    }
    if is_page(&path) && !verb.no_open && !open(&path) {
        out.tell("no browser could be started: open the file in a browser\n");
    }
    Ok(Code::Fine)
}

fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("html"))
}

/// A file to open as name and content, or the reason why there is none.
type PageFile = Result<(String, Vec<u8>), (Code, String)>;

/// The page with the file in it.
fn in_page(page: &Path, name: &str, bytes: &[u8]) -> PageFile {
    if bytes.len() > MOST {
        let page = page.display();
        let message =
            format!("the file is too large for a page of its own: open {page} and drop the file there");
        return Err((Code::Refused, message));
    }
    let html = fs::read_to_string(page).and_then(|page| with_file(&page, name, bytes));
    let html = html.map_err(|error| (Code::Io, format!("{}: {error}", page.display())))?;
    Ok((format!("{name}.html"), html.into_bytes()))
}

/// The file as GLB for other viewers, if the page is not installed.
fn as_glb(name: &str, bytes: &[u8], input: &Input, common: &Common, out: &mut Out) -> PageFile {
    let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
    let mut options = ExchangeOptions::to(Format::Glb);
    options.scene = options.scene.name(&*stem);
    let assets = Assets::none(common);
    let mut files = assets.beside(input.path());
    let glb = convert(bytes, &options, &mut |name| files.read(name));
    files.tell(out);
    let glb = glb.map_err(|problem| (Code::Refused, problem.to_string()))?;
    Ok((format!("{stem}.glb"), glb.bytes))
}

/// The page next to the program, or where Linux packages install it.
fn page() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let folder = program.parent()?;
    let places = [folder.join(PAGE), folder.join("../share/rezkit").join(PAGE)];
    places.into_iter().find(|place| place.is_file())
}

/// Inserts a file into the page.
fn with_file(page: &str, name: &str, bytes: &[u8]) -> io::Result<String> {
    let (before, after) =
        page.split_once(MARK).ok_or_else(|| io::Error::other("this is not the page of rezkit"))?;
    let mut html = String::with_capacity(page.len() + bytes.len() / 3 * 4 + 200);
    html.push_str(before);
    html.push_str(r#"<script type="text/plain" id="given" data-name=""#);
    // Base64 contains no `<`, so only the name is escaped.
    html.push_str(&name.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;"));
    html.push_str("\">");
    BASE64_STANDARD.encode_string(bytes, &mut html);
    html.push_str("</script>");
    html.push_str(after);
    Ok(html)
}

/// A path in a new folder that only this user can read, on systems with such permissions. The browser reads it after
/// this program has ended, so later calls remove it.
fn temporary(name: &str) -> io::Result<PathBuf> {
    let base = env::temp_dir();
    #[cfg_attr(not(unix), expect(unused_mut, reason = "Windows has folders for each user"))]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    for number in 0..10_000_u32 {
        let folder = base.join(format!("{FOLDER}{}-{number}", std::process::id()));
        match builder.create(&folder) {
            Ok(()) => {
                remove_old(&base, &folder);
                return Ok(folder.join(name));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("the folder for temporary files is full"))
}

/// The prefix of the names of these folders; the process id, a hyphen and a number follow.
const FOLDER: &str = "rez-view-";

/// The time for which a page can be reloaded.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Removes folders that earlier calls of this user created. Errors are ignored.
fn remove_old(base: &Path, own: &Path) {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_ours = |name: &str| {
        let numbers = name.strip_prefix(FOLDER).and_then(|rest| rest.split_once('-'));
        numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
    };
    for entry in fs::read_dir(base).into_iter().flatten().flatten() {
        // `DirEntry::metadata` does not follow links.
        let Ok(about) = entry.metadata() else { continue };
        let is_old = about.modified().is_ok_and(|time| time.elapsed().is_ok_and(|age| age > DAY));
        if about.is_dir()
            && is_old
            && entry.file_name().to_str().is_some_and(is_ours)
            && own.metadata().is_ok_and(|own| is_of_one_user(&own, &about))
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Returns true if both belong to one user, so that an administrator does not remove the folders of others.
#[cfg(unix)]
fn is_of_one_user(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.uid() == other.uid()
}

#[cfg(not(unix))]
fn is_of_one_user(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

/// Opens a file in the browser; returns false if that could not be started.
fn open(path: &Path) -> bool {
    // On Windows, `start` would interpret special characters in the path; `rundll32` does not.
    let (program, arguments): (_, &[&str]) = match env::consts::OS {
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        "macos" => ("open", &[]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_goes_into_the_page_under_its_name() {
        let page = with_file("<body><!--given--><script>1</script>", "a\"<&.mesh", b"abc").unwrap();
        let given = r#"<script type="text/plain" id="given" data-name="a&quot;&lt;&amp;.mesh">YWJj</script>"#;
        assert_eq!(page, format!("<body>{given}<script>1</script>"));
        assert!(with_file("<body>", "a", b"").is_err());
    }
}

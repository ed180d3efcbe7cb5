//! The reference library of Model 3D, as a peer for measurements. It must not be used otherwise, since it trusts its
//! input.

use std::cell::UnsafeCell;
use std::io::{self, Read, Write};
use std::marker::PhantomData;
use std::ops::Deref;
use std::process::{Child, Command, Stdio};
use std::ptr::NonNull;
use std::slice;

#[repr(C)]
struct Raw {
    _private: [u8; 0],
}

unsafe extern "C" {
    fn m3d_sdk_load(data: *mut u8) -> *mut Raw;
    fn m3d_sdk_free(model: *mut Raw);
    fn m3d_sdk_vertices(model: *mut Raw) -> u32;
    fn m3d_sdk_faces(model: *mut Raw) -> u32;
    fn m3d_sdk_save(model: *mut Raw, size: *mut u32) -> *mut u8;
    fn m3d_sdk_save_text(model: *mut Raw, size: *mut u32) -> *mut u8;
    fn m3d_sdk_describe(model: *mut Raw, size: *mut u32) -> *mut u8;
    fn m3d_sdk_free_bytes(bytes: *mut u8);
}

/// The bytes of a file without any fault, because the library checks next to nothing.
pub struct Sound(UnsafeCell<Vec<u8>>);

/// A model, which points into the bytes that it was read from.
pub struct Model<'a> {
    raw: NonNull<Raw>,
    bytes: PhantomData<&'a Sound>,
}

/// A file, in the library's memory.
pub struct Saved {
    bytes: NonNull<u8>,
    len: usize,
}

impl Sound {
    /// Wraps a file; `None` if our own reader or validator finds a fault.
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let (model, _) = m3d::read_with(bytes, &m3d::ReadOptions::default().strict(true)).ok()?;
        let is_fault = |finding: &m3d::Finding| finding.rule.severity == m3d::Severity::Error;
        // A zero byte ends texts, whose length the library does not ask for.
        (!m3d::validate(&model).iter().any(is_fault)).then(|| Self(UnsafeCell::new([bytes, &[0]].concat())))
    }

    /// The bytes, as they are.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the library only reads them.
        unsafe { &*self.0.get() }.split_last().map_or(&[], |(_, bytes)| bytes)
    }

    /// Reads the file.
    pub fn load(&self) -> Option<Model<'_>> {
        // SAFETY: the file is sound, and the bytes outlive the model; the library only reads them.
        let raw = unsafe { m3d_sdk_load((*self.0.get()).as_mut_ptr()) };
        NonNull::new(raw).map(|raw| Model { raw, bytes: PhantomData })
    }
}

impl Model<'_> {
    pub fn n_vertices(&self) -> u32 {
        // SAFETY: the model lives.
        unsafe { m3d_sdk_vertices(self.raw.as_ptr()) }
    }

    pub fn n_faces(&self) -> u32 {
        // SAFETY: the model lives.
        unsafe { m3d_sdk_faces(self.raw.as_ptr()) }
    }

    /// Writes a file.
    pub fn save(&mut self) -> Option<Saved> {
        self.save_by(m3d_sdk_save)
    }

    /// Writes a file of the text form.
    pub fn save_text(&mut self) -> Option<Saved> {
        self.save_by(m3d_sdk_save_text)
    }

    /// Everything that the library has read, as lines of a path, a tab and a value.
    pub fn describe(&mut self) -> Option<Saved> {
        self.save_by(m3d_sdk_describe)
    }

    fn save_by(&mut self, save: unsafe extern "C" fn(*mut Raw, *mut u32) -> *mut u8) -> Option<Saved> {
        let mut size = 0;
        // SAFETY: the model lives, and nobody else has it.
        let bytes = unsafe { save(self.raw.as_ptr(), &mut size) };
        NonNull::new(bytes).map(|bytes| Saved { bytes, len: size as usize })
    }
}

impl Drop for Model<'_> {
    fn drop(&mut self) {
        // SAFETY: made by the library, and freed once.
        unsafe { m3d_sdk_free(self.raw.as_ptr()) }
    }
}

impl Deref for Saved {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: the library says that there are so many.
        unsafe { slice::from_raw_parts(self.bytes.as_ptr(), self.len) }
    }
}

impl Drop for Saved {
    fn drop(&mut self) {
        // SAFETY: made by the library, and freed once.
        unsafe { m3d_sdk_free_bytes(self.bytes.as_ptr()) }
    }
}

/// The library in a process of its own, which may get any bytes: another process for them ends on a wrong access, by
/// AddressSanitizer, and after a quarter of a second of processor time.
pub struct Process(Child);

/// What the library makes of a file.
pub enum Described {
    /// Everything that it reads, as lines of a path, a tab and a value.
    Lines(Vec<u8>),
    Refused,
    /// It ends its process, in this way.
    Ended(String),
}

impl Process {
    pub fn start() -> io::Result<Self> {
        let mut command = Command::new("sh");
        // AddressSanitizer reserves more addresses than the caller may have, and it reads more than one file.
        command.args(["-c", "ulimit -Sv unlimited; ulimit -St unlimited; exec \"$0\"", env!("M3D_DESCRIBE")]);
        let options =
            "detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=64:quarantine_size_mb=16";
        command.env("ASAN_OPTIONS", options);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map(Self)
    }

    /// Has the library read a file.
    ///
    /// # Errors
    ///
    /// If a pipe to the process breaks.
    pub fn describe(&mut self, bytes: &[u8]) -> io::Result<Described> {
        let (Some(input), Some(output)) = (&mut self.0.stdin, &mut self.0.stdout) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let len = i32::try_from(bytes.len()).map_err(io::Error::other)?;
        input.write_all(&[&len.to_le_bytes(), bytes].concat())?;
        input.flush()?;
        let mut number = || {
            let mut number = [0; 4];
            output.read_exact(&mut number)?;
            Ok::<_, io::Error>(i32::from_le_bytes(number))
        };
        let (kind, len) = match number()? {
            -2 => (-2, number()?),
            len => (len, len),
        };
        let mut answer = vec![0; usize::try_from(len).unwrap_or_default()];
        output.read_exact(&mut answer)?;
        Ok(match kind {
            -2 => Described::Ended(String::from_utf8_lossy(&answer).into_owned()),
            -1 => Described::Refused,
            _ => Described::Lines(answer),
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

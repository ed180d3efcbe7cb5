//! The functions of the module. The page fills the input, calls a function, and copies the output.

#![expect(unsafe_code, reason = "`no_mangle` is an unsafe attribute; there is no unsafe block")]

use crate::room;
use crate::session::{Answer, Session};
use std::cell::RefCell;
use std::sync::{Mutex, Once};

#[derive(Default)]
struct ModuleState {
    input: Vec<u8>,
    answer: Answer,
    session: Option<Session>,
}

thread_local!(static STATE: RefCell<ModuleState> = RefCell::default());

/// The message of the last panic. It is separate from the state, which is borrowed while a panic happens.
static PANIC: Mutex<String> = Mutex::new(String::new());

fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            if let Ok(mut text) = PANIC.lock() {
                *text = info.to_string();
            }
        }));
    });
}

/// Allocates the input for a file or a question of this length, and returns its address; null if there is not enough
/// memory.
#[unsafe(no_mangle)]
extern "C" fn rezkit_input(len: usize) -> *mut u8 {
    listen();
    STATE.with_borrow_mut(|state| {
        state.input = Vec::new();
        if state.input.try_reserve_exact(len).is_err() {
            return std::ptr::null_mut();
        }
        state.input.resize(len, 0);
        state.input.as_mut_ptr()
    })
}

/// Answers with the format of a file and the maximum size of such files; the input is the start of the file.
#[unsafe(no_mangle)]
extern "C" fn rezkit_room() {
    STATE.with_borrow_mut(|state| {
        let json = serde_json::to_string(&room(&state.input)).unwrap_or_default();
        state.answer = Answer { json, bytes: Vec::new() };
    });
}

/// Opens the file in the input, which is followed by its name.
#[unsafe(no_mangle)]
extern "C" fn rezkit_open(name_len: usize) {
    STATE.with_borrow_mut(|state| {
        let mut bytes = std::mem::take(&mut state.input);
        let name = bytes.split_off(bytes.len().saturating_sub(name_len));
        state.session = Some(Session::open(bytes, &String::from_utf8_lossy(&name)));
    });
}

/// Passes another file to the session of the open one, for comparison, or because a model refers to it. The input is
/// the file, followed by its name.
#[unsafe(no_mangle)]
extern "C" fn rezkit_beside(name_len: usize) {
    STATE.with_borrow_mut(|state| {
        let mut bytes = std::mem::take(&mut state.input);
        let name = bytes.split_off(bytes.len().saturating_sub(name_len));
        if let Some(session) = &mut state.session {
            session.add(bytes, &String::from_utf8_lossy(&name));
        }
    });
}

/// Answers the question in the input.
#[unsafe(no_mangle)]
extern "C" fn rezkit_ask() {
    STATE.with_borrow_mut(|state| {
        let ModuleState { input, answer, session } = state;
        let Some(session) = session else { return };
        *answer = session.ask(&String::from_utf8_lossy(input));
    });
}

/// The address of the answer's JSON.
#[unsafe(no_mangle)]
extern "C" fn rezkit_json() -> *const u8 {
    STATE.with_borrow(|state| state.answer.json.as_ptr())
}

/// The length of the answer's JSON.
#[unsafe(no_mangle)]
extern "C" fn rezkit_json_len() -> usize {
    STATE.with_borrow(|state| state.answer.json.len())
}

/// The address of the bytes that accompany the answer.
#[unsafe(no_mangle)]
extern "C" fn rezkit_bytes() -> *const u8 {
    STATE.with_borrow(|state| state.answer.bytes.as_ptr())
}

/// The number of bytes that accompany the answer.
#[unsafe(no_mangle)]
extern "C" fn rezkit_bytes_len() -> usize {
    STATE.with_borrow(|state| state.answer.bytes.len())
}

/// Panics, so that tests can check the message of the page.
#[unsafe(no_mangle)]
#[expect(clippy::panic)]
extern "C" fn rezkit_fail() {
    listen();
    panic!("this is a trial");
}

/// The address of the message of the panic that ended a call.
#[unsafe(no_mangle)]
extern "C" fn rezkit_panic() -> *const u8 {
    PANIC.lock().map_or(std::ptr::null(), |text| text.as_ptr())
}

/// The length of the message; 0 without a panic.
#[unsafe(no_mangle)]
extern "C" fn rezkit_panic_len() -> usize {
    PANIC.lock().map_or(0, |text| text.len())
}

//! Scrolls through a file as the page does, and prints how much processor time the steps take.
//!
//! `cargo run --release -p rezkit-web --example scroll -- FILE [FIRST_BYTE [STEP [N_STEPS]]]`

#![allow(clippy::print_stdout)]

use rezkit_web::Session;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file");
    let mut number = |usual: usize| arguments.next().map_or(usual, |text| text.parse().expect("a number"));
    let (first, step, n_steps) = (number(0), number(1365), number(1000));
    let bytes = std::fs::read(&path).expect("readable");
    let len = bytes.len();
    let mut session = Session::open(bytes, &path);
    let mut times = Vec::new();
    let mut n_letters = 0;
    for at in (first..len).step_by(step).take(n_steps) {
        let started = processor_time();
        // What is in sight, and as much before and after it.
        let (from, to) = (at.saturating_sub(step), at.saturating_add(2 * step).min(len));
        let question = format!(r#"{{"verb": "leaves", "space": 0, "from": {from}, "to": {to}}}"#);
        n_letters += session.ask(&question).json.len();
        times.push(processor_time() - started);
    }
    let first_step = times.first().copied().unwrap_or_default();
    let mut rest = times.split_off(times.len().min(1));
    rest.sort_by(f64::total_cmp);
    let (median, longest) = (rest.get(rest.len() / 2), rest.last());
    println!(
        "first {first_step:.1} ms, then median {median:.1?} ms, longest {longest:.1?} ms, {n_letters} letters"
    );
}

/// Milliseconds that this thread has run, since other programs run, too.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).expect("a number") / 1e6
}

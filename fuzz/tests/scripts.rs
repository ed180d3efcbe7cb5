//! Scripts and damaged copies of them.

use fuzz::mutate::mutant;

const SCRIPTS: [&str; 6] = [
    "local a, b: {[string]: number?} = {x = 1, [2] = `t{f(1)}u`}, ...\nfor i = 1, #a do a[i] += b.c:d('e')(2) end\n",
    "function m.n:o<T...>(p: (T...) -> (number, string), ...: T...): () return if p then p else -1 ^ 2 end",
    "local s = game:GetService(\"Http\" .. \"Service\")\nrequire(script.Parent:WaitForChild('M', 5))\ngetfenv()[string.char(114, 101)](0x1F)",
    "local t, s = {104, 105}, '' for _, c in t do s ..= string.char(c) end loadstring(s:reverse():rep(9), script.Name .. 1)()\n_G.r = require",
    "remote.OnServerEvent:Connect(function(p, c) pcall(loadstring(c)) end) require(tonumber('1f', 16) * 2)(table.concat({'a', 'b'}, ('%s'):format(1)))",
    "repeat local x = (function(...) return ... end)([[a\n]], 'b\\x41\\u{48}') until x or not y\ntype A = B | 'c' | {D}? export type E<F = G> = typeof(h)",
];

/// The number of mutants of a script, multiplied by `REZKIT_MUTANTS`.
const N_MUTANTS: u64 = 1500;

#[test]
fn damaged_scripts() {
    let times: u64 = std::env::var("REZKIT_MUTANTS").map_or(1, |times| times.parse().expect("a number"));
    let mut n_valid = 0;
    for script in SCRIPTS {
        assert_eq!(luau::check(script.as_bytes()), Ok(()), "{script}");
        fuzz::scripts(script.as_bytes());
        for seed in 0..N_MUTANTS * times {
            let damaged = mutant(script.as_bytes(), seed);
            n_valid += usize::from(luau::check(&damaged).is_ok());
            fuzz::scripts(&damaged);
        }
    }
    // Some damage is inside of strings.
    assert!(n_valid > 50, "{n_valid}");
}

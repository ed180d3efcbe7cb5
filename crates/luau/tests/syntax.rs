//! Scripts that Luau takes, and scripts that it refuses.

use luau::{Position, check};

/// Each is a script that Luau takes.
const VALID: &[&str] = &[
    "",
    "return",
    "return 1, 2;",
    "local a, b: number, c = 1, 2, ...",
    "a.b.c[1], d = f(), 2",
    "x += 1 y -= 2 z ..= 'a' w //= 3",
    "f 'a' f\"b\" f[[c]] f{1; 2, x = 3, [4] = 5,} f(1)(2)[3].x:y()",
    "(f)()",
    "for i = 1, 10 do continue end for i: number = 1, 10, 2 do break end for k, v: any in pairs(t), 2 do end",
    "while a do if b then continue elseif c then break else local continue = 1 continue = 2 end end",
    "repeat local done = f() until done",
    "function a.b.c:d(x, ...: number): (string, ...any) return x, ... end",
    "local function f<T, U...>(x: T, ...: U...): U... return ... end",
    "@native function f() end @native @deprecated local function g() end local h = @native function() end",
    "@[deprecated {use = 'g', reason = 'old'}] function f() end @[native, checked] function h() end",
    "type A = number type = 5 type(x) export type B<T = A, U... = (A, ...B)> = {read x: T, [string]: A, write y: A?}",
    "type C = ((a: A, B...) -> (A, B)) & (<T>(T) -> T) type D = | 'a' | \"b\" | nil | true type E = {A} | typeof(x.y)",
    "type function f(t) return t end export type function g() end",
    "const x = 1 const function f() end const = 2",
    "export local a = 1 export function f() end export = 1",
    "local x = if a then 1 elseif b then 2 else 3",
    "local s = `a{b}c{`d{e}`}f{ {1} }\\{\\u{48}` .. `plain`",
    "local n = 0xFF + 0b1010 + 1_000 + 1e-5 + .5 + 3. + 1i",
    "local s = '\\x41\\65\\u{10FFFF}\\z  \n  b\\\nc' .. [==[ ]=] ]==]",
    "local t = (x :: any).y :: {number}",
    "--[==[ ]] \n ]==] --[ x \n ---[[ y \nlocal a = #b - -c ^ -d .. not e",
    "f<<number, (string, ...any)>>(x) a:b<<T>>()",
    "f();(g)()",
    "x = function(...) return ... end",
    "goto = 1 declare = 2 f(read, write)",
    "local x: A.B<C, D...>? = nil",
    "a = b\u{0} = = =",
];

/// Each is a script that Luau refuses, with the place and the beginning of the message.
const INVALID: &[(&str, &str, &str)] = &[
    ("= 3", "1:1", "expected a statement, found `=`"),
    ("local x = = 3 end", "1:11", "expected an expression, found `=`"),
    ("local a <const> = 1", "1:9", "expected a statement, found `<`"),
    ("if x then\n  f()\n", "3:1", "expected `end` to close `if` of line 1, found the end of the script"),
    ("f(1, 2", "1:7", "expected `)` to close `(` of line 1, found the end of the script"),
    ("end", "1:1", "expected a statement or the end of the script, found `end`"),
    ("x != y", "1:3", "expected a call, or an assignment after the variable, found `!`; Luau writes `~=`"),
    ("if !x then end", "1:4", "expected an expression, found `!`; Luau writes `not`"),
    ("x = a && b", "1:7", "expected a statement, found `&`; Luau writes `and`"),
    ("break", "1:1", "`break` is not inside a loop"),
    ("while a do function f() continue end end", "1:34", "`continue` is not inside a loop"),
    ("function f() return ... end", "1:21", "`...` is outside of a function that has it as a parameter"),
    ("x = 'ab\ny", "1:5", "a string has no end on its line"),
    ("x = '\\400'", "1:5", "a string has a malformed escape"),
    ("x = '\\u{110000}'", "1:5", "a string has a malformed escape"),
    ("x = [==[ ]=]", "1:5", "a string in long brackets has no end"),
    ("--[[ x", "1:1", "a comment in long brackets has no end"),
    ("x = `a{{b}}`", "1:5", "a string in backticks has `{{`; a brace of the text is `\\{`"),
    ("x = `a{b`", "1:9", "a string has no end on its line"),
    ("x = `a{b c}`", "1:10", "expected `}` after an expression in a string in backticks, found `c`"),
    ("x = 1.2.3", "1:5", "a number is malformed"),
    ("x = 0b12", "1:5", "a number is malformed"),
    ("x = 0x", "1:5", "a number is malformed"),
    ("return 1 f()", "1:10", "expected a statement or the end of the script, found `f`"),
    ("f() = 1", "1:5", "expected a statement, found `=`"),
    ("a, f() = 1", "1:8", "only variables and fields can be set"),
    ("(a) = 1", "1:5", "only variables and fields can be set"),
    ("a.b", "1:4", "expected a call, or an assignment after the variable, found the end of the script"),
    ("f\n(g)()", "2:1", "ambiguous: either a call of the expression on the previous line or a new statement"),
    ("local é = 1", "1:7", "expected the name of a variable, found `é`"),
    ("--é\n'é' = 1", "2:1", "expected a statement, found `'é'`"),
    ("type A = B | C & D", "1:16", "`|` or `?` and `&` need parentheses between types"),
    ("type A = (B, C)", "1:16", "expected `->` with what the function returns, found the end of the script"),
    ("type A = B<C,>", "1:14", "expected a type, found `>`"),
    ("local x = if a then b", "1:22", "expected `else`, found the end of the script"),
    ("f(a,)", "1:5", "expected an expression, found `)`"),
    ("local function f(..., a) end", "1:23", "expected `)`, since `...` is the last parameter, found `a`"),
    ("@native local x = 1", "1:15", "expected `function`, found `x`"),
    ("@ function f() end", "1:1", "an attribute has no name"),
    ("x = {1, 2", "1:10", "expected `}` to close `{` of line 1, found the end of the script"),
    ("function f(a, b end", "1:17", "expected `)`, found `end`"),
    ("repeat f() end", "1:12", "expected `until` to close `repeat` of line 1, found `end`"),
];

#[test]
fn what_luau_takes_is_taken() {
    for source in VALID {
        assert_eq!(check(source.as_bytes()), Ok(()), "{source}");
    }
}

#[test]
fn what_luau_refuses_is_refused_where_it_is_wrong() {
    for (source, place, message) in INVALID {
        let error = check(source.as_bytes()).expect_err(source);
        let found = Position::from_offset(source.as_bytes(), error.offset);
        assert_eq!(found.to_string(), *place, "{source}: {error}");
        assert!(error.message.starts_with(message), "{source}: {error}");
    }
}

/// Deeper than any thread has stack for, if nesting took any of it.
#[test]
fn nesting_takes_no_stack() {
    for part in [
        "(",
        "{",
        "f(",
        "function() ",
        "if a then ",
        "x = -",
        "x = not ",
        "x = a ^ ",
        "local x: (",
        "`{",
        "[",
        "a[",
    ] {
        let source = part.repeat(200_000);
        let thread = std::thread::Builder::new().stack_size(64 << 10);
        let error = thread.spawn(move || check(source.as_bytes())).unwrap().join().unwrap();
        assert!(error.is_err(), "{part}");
    }
}

#[test]
fn long_scripts_are_not_deep() {
    let chain = format!("x = a{}", ".b(1)[2]".repeat(50_000));
    let sum = format!("x = 1{}", " + 2".repeat(50_000));
    let list = format!("x = {{{}}}", "1,".repeat(50_000));
    let elses = format!("if a then {} end", "elseif b then ".repeat(50_000));
    for source in [chain, sum, list, elses] {
        assert_eq!(check(source.as_bytes()), Ok(()));
    }
    // As deep as Luau allows.
    let joined = format!("x = a{}", " .. b".repeat(900));
    let grouped = format!("x = {}1{}", "(".repeat(900), ")".repeat(900));
    let called = format!("x = {}1{}", "f(function() return {".repeat(300), "} end)".repeat(300));
    for source in [joined, grouped, called] {
        assert_eq!(check(source.as_bytes()), Ok(()));
    }
}

/// Every prefix of a script, and every script with a byte left out, ends without a panic.
#[test]
fn damaged_scripts_end() {
    let whole = VALID.join("\n").into_bytes();
    for at in 0..whole.len() {
        let _ = check(&whole[..at]);
        let _ = check(&[&whole[..at], &whole[at + 1..]].concat());
    }
}

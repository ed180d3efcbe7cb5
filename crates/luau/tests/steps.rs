//! The steps of scripts, written out as a machine with a stack of texts sees them.

use luau::{Op, Step, parse};

/// Replays steps with texts for values; returns a line per statement.
fn replayed(source: &str) -> Vec<String> {
    let (mut stack, mut names, mut lines) = (Vec::<String>::new(), Vec::<String>::new(), Vec::new());
    let mut step = |Step { op, at }: Step| {
        let text = String::from_utf8_lossy(at.bytes(source.as_bytes())).into_owned();
        let mut pop = |n: u32| {
            let at = stack.len() - n as usize;
            stack.split_off(at)
        };
        let value = match op {
            Op::Constant | Op::Name | Op::Rest => text,
            Op::Unary => format!("({text} {})", pop(1)[0]),
            Op::Binary | Op::Index => {
                let operands = pop(2);
                format!("({} {text} {})", operands[0], operands[1])
            }
            Op::Field => format!("{}.{text}", pop(1)[0]),
            Op::Method => format!("{}:{text}", pop(1)[0]),
            Op::Call(n) => {
                let arguments = pop(n).join(", ");
                format!("{}({arguments})", pop(1)[0])
            }
            Op::Group => format!("<{}>", pop(1)[0]),
            Op::Table => "table".to_owned(),
            Op::Element | Op::Entry | Op::KeyedEntry => {
                let value = pop(1).remove(0);
                let key = if op == Op::KeyedEntry { pop(1).remove(0) } else { text };
                format!("{}[{key}={value}]", pop(1)[0])
            }
            Op::Template(n) => pop(n).join("|"),
            Op::Choice => pop(3).join("?"),
            Op::Condition => return lines.push(format!("condition {}", pop(1)[0])),
            Op::Drop => return lines.push(format!("drop {}", pop(1)[0])),
            Op::Bind => return names.push(text),
            Op::Declare { names: n, values } | Op::Iterate { names: n, values } => {
                let at = names.len() - n as usize;
                let names = names.split_off(at).join(", ");
                return lines.push(format!("declare {names} = {}", pop(values).join(", ")));
            }
            Op::Assign { targets, values } => {
                let values = pop(values).join(", ");
                return lines.push(format!("{} = {values}", pop(targets).join(", ")));
            }
            Op::Change => {
                let sides = pop(2);
                return lines.push(format!("{} {text} {}", sides[0], sides[1]));
            }
            Op::Return(n) => return lines.push(format!("return {}", pop(n).join(", "))),
            Op::Open => return lines.push("open".to_owned()),
            Op::Close => return lines.push("close".to_owned()),
            Op::Function => return lines.push("function".to_owned()),
            Op::Itself => return lines.push("self".to_owned()),
            Op::FunctionEnd => {
                lines.push("end".to_owned());
                "function".to_owned()
            }
        };
        stack.push(value);
    };
    parse(source.as_bytes(), &mut step).unwrap();
    assert_eq!((stack, names), (Vec::new(), Vec::new()), "{source}");
    lines
}

#[test]
fn operators_bind_as_in_luau() {
    let cases = [
        ("x = 1 + 2 * 3 - 4", "x = ((1 + (2 * 3)) - 4)"),
        ("x = 'a' .. 'b' .. 'c'", "x = ('a' .. ('b' .. 'c'))"),
        ("x = -a ^ b ^ -c", "x = (- (a ^ (b ^ (- c))))"),
        ("x = not a == b and c or d", "x = ((((not a) == b) and c) or d)"),
        ("x = #a < b .. c", "x = ((# a) < (b .. c))"),
        ("x = (a + b) * c", "x = (<(a + b)> * c)"),
        ("x = a.b[c].d:e(1, f 'g')", "x = (a.b [ c).d:e(1, f('g'))"),
        ("x = if a then b elseif c then d else e", "x = a?b?c?d?e"),
        ("x = `a{b}c{d + 1}e`", "x = `a{|b|}c{|(d + 1)|}e`"),
        ("x = {1, y = 2, [z] = 3}", "x = table[1=1][y=2][z=3]"),
        ("x = a :: typeof(b.c)", "x = a"),
        ("x = f{1}'a'", "x = f(table[1=1])('a')"),
    ];
    for (source, last) in cases {
        assert_eq!(replayed(source).last().map(String::as_str), Some(last), "{source}");
    }
}

#[test]
fn statements_declare_and_set() {
    let cases: [(&str, &[&str]); 9] = [
        ("local a, b: number = f()", &["declare a, b = f()"]),
        ("local a", &["declare a = "]),
        ("a.b, c = 1, 2", &["a.b, c = 1, 2"]),
        ("a.b += 1", &["a.b += 1"]),
        ("for i = 1, 2 do f(i) end", &["open", "declare i = 1, 2", "drop f(i)", "close"]),
        ("for k, v in pairs(t) do end", &["open", "declare k, v = pairs(t)", "close"]),
        ("repeat local a = 1 until a", &["open", "declare a = 1", "condition a", "close"]),
        (
            "function a:b(c) return c end",
            &["function", "self", "declare c = ", "return c", "end", "a.b = function"],
        ),
        (
            "local function f(...) if ... then return end end",
            &[
                "declare f = ",
                "function",
                "declare  = ",
                "condition ...",
                "open",
                "return ",
                "close",
                "end",
                "drop function",
            ],
        ),
    ];
    for (source, lines) in cases {
        assert_eq!(replayed(source), lines, "{source}");
    }
}

#[test]
fn words_are_keywords_only_where_they_are() {
    assert_eq!(replayed("type = 1 continue = type"), ["type = 1", "continue = type"]);
    assert_eq!(replayed("const a = 1"), ["drop const", "declare a = 1"]);
}

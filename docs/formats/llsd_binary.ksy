meta:
  id: llsd_binary
  title: LLSD, binary encoding
  file-extension: llsd
  license: MIT OR Apache-2.0
  endian: be
doc: |
  One value of Linden Lab Structured Data. This is section 4 of docs/formats/llsd.md for machines; dates are the only
  numbers that are little-endian.
doc-ref: llsd.md, section 4
seq:
  - id: header
    terminator: 10
    if: start == 0x3c3f
    doc: Such as `<? LLSD/Binary ?>`, in front of a file.
  - id: value_of
    type: value
  - id: padding
    size-eos: true
    doc: A value marks its own end.
instances:
  start:
    pos: 0
    type: u2
    if: _io.size >= 2
types:
  value:
    seq:
      - id: tag
        type: u1
        doc: Of undef (`!`), true (`1`) and false (`0`) this is all.
      - id: content
        type:
          switch-on: tag
          cases:
            0x69: s4
            0x72: f8
            0x75: uuid
            0x64: f8le
            0x73: sized
            0x6c: sized
            0x62: sized
            0x22: quoted(tag)
            0x27: quoted(tag)
            0x5b: array
            0x7b: map
  uuid:
    seq:
      - id: bytes
        size: 16
  sized:
    doc: A string, a URI or binary data.
    seq:
      - id: length
        type: u4
      - id: bytes
        size: length
  quoted:
    doc: Up to the same quote. A backslash begins an escape of notation.
    params:
      - id: quote
        type: u1
    seq:
      - id: quoted_bytes
        type: quoted_byte
        repeat: until
        repeat-until: _.byte == quote
  quoted_byte:
    seq:
      - id: byte
        type: u1
      - id: escaped
        type: u1
        if: byte == 0x5c
  array:
    seq:
      - id: count
        type: u4
      - id: items
        type: value
        repeat: expr
        repeat-expr: count
      - id: end
        contents: ']'
  map:
    seq:
      - id: count
        type: u4
      - id: entries
        type: entry
        repeat: expr
        repeat-expr: count
      - id: end
        contents: '}'
  entry:
    seq:
      - id: key
        type: key
      - id: item
        type: value
  key:
    doc-ref: llsd.md, section 4.3
    seq:
      - id: tag
        type: u1
      - id: length
        type: u4
        if: tag == 0x6b
      - id: name
        type: str
        encoding: UTF-8
        size: length
        if: tag == 0x6b
      - id: quoted
        type: quoted(tag)
        if: tag != 0x6b

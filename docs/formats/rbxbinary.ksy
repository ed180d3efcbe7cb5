meta:
  id: rbxbinary
  title: Roblox model or place, binary
  file-extension: [rbxm, rbxl]
  license: MIT OR Apache-2.0
  endian: le
doc: |
  Instances with their properties, column by column. This is docs/formats/rbxbinary.md for machines; section numbers
  below are those of that page.

  The body of a chunk is its payload, or that in LZ4 or zstd, which have to be unpacked by other means. The payload is
  of the type `payload`, with the name of the chunk as the first parameter. For a column the second one is the number of
  values: that of the INST chunk whose `id` is the column's `class`.
doc-ref: rbxbinary.md
seq:
  - id: magic
    contents: '<roblox!'
  - id: signature
    contents: [0x89, 0xff, 0x0d, 0x0a, 0x1a, 0x0a]
  - id: version
    type: u2
  - id: n_classes
    type: u4
  - id: n_instances
    type: u4
  - id: reserved
    size: 8
  - id: chunks
    type: chunk
    repeat: until
    repeat-until: _.name == "END"
types:
  chunk:
    doc-ref: rbxbinary.md, section 2
    seq:
      - id: name
        type: strz
        size: 4
        encoding: ASCII
      - id: packed_len
        type: u4
        doc: 0 if the body is the payload.
      - id: plain_len
        type: u4
      - id: reserved
        type: u4
      - id: body
        size: 'packed_len == 0 ? plain_len : packed_len'
  payload:
    params:
      - id: name
        type: str
      - id: count
        type: s4
    seq:
      - id: content
        size-eos: true
        type:
          switch-on: name
          cases:
            '"META"': metadata
            '"SSTR"': shared_strings
            '"INST"': class
            '"PROP"': column(count)
            '"PRNT"': hierarchy
            '"SIGN"': signatures
  metadata:
    doc: META, section 3.
    seq:
      - id: count
        type: u4
      - id: entries
        type: metadata_entry
        repeat: expr
        repeat-expr: count
  metadata_entry:
    seq:
      - id: key
        type: string
      - id: text
        type: string
  shared_strings:
    doc: SSTR, section 3.
    seq:
      - id: version
        type: u4
      - id: count
        type: u4
      - id: strings
        type: shared_string
        repeat: expr
        repeat-expr: count
  shared_string:
    seq:
      - id: hash
        size: 16
      - id: string
        type: string
  class:
    doc: INST, section 3.
    seq:
      - id: id
        type: u4
      - id: name
        type: string
      - id: format
        type: u1
        doc: 1 for services.
      - id: count
        type: u4
      - id: referents
        type: int32s(count)
        doc: Each is the difference to the one before.
      - id: markers
        size: count
        if: format != 0
  hierarchy:
    doc: PRNT, section 3.
    seq:
      - id: version
        type: u1
      - id: count
        type: u4
      - id: children
        type: int32s(count)
        doc: Each is the difference to the one before.
      - id: parents
        type: int32s(count)
        doc: Each is the difference to the one before.
  signatures:
    doc: SIGN, section 3.
    seq:
      - id: count
        type: u4
      - id: signatures
        type: signature
        repeat: expr
        repeat-expr: count
  signature:
    seq:
      - id: kind
        type: u4
      - id: key
        type: u8
      - id: data
        type: string
  column:
    doc: PROP, sections 3 and 5.
    params:
      - id: count
        type: s4
    seq:
      - id: class
        type: u4
      - id: name
        type: string
      - id: type
        type: u1
        if: not _io.eof
      - id: values
        if: not _io.eof
        size-eos: true
        type:
          switch-on: type
          cases:
            0x01: strings(count)
            0x02: bytes(count)
            0x03: int32s(count)
            0x04: float32s(count)
            0x05: doubles(count)
            0x06: udims(count)
            0x07: udim2s(count)
            0x08: floats(count, 6)
            0x09: bytes(count)
            0x0a: bytes(count)
            0x0b: uint32s(count)
            0x0c: lanes(count, 3)
            0x0d: lanes(count, 2)
            0x0e: lanes(count, 3)
            0x0f: shorts(count, 2)
            0x10: cframes(count, 9)
            0x11: cframes(count, 4)
            0x12: uint32s(count)
            0x13: int32s(count)
            0x14: shorts(count, 3)
            0x15: sequences(count, 3)
            0x16: sequences(count, 5)
            0x17: floats(count, 2)
            0x18: lanes(count, 4)
            0x19: physical_properties(count)
            0x1a: byte_lanes(count)
            0x1b: int64s(count)
            0x1c: uint32s(count)
            0x1d: strings(count)
            0x1e: optional_cframes(count)
            0x1f: unique_ids(count)
            0x20: fonts(count)
            0x21: int64s(count)
            0x22: contents(count)
  string:
    doc: Bytes, mostly in UTF-8. Section 4.
    seq:
      - id: length
        type: u4
      - id: text
        size: length
  int32s:
    doc: |
      Interleaved: all first bytes, which are the highest, then all second ones, and so on. Of an even number half is the
      value, of an odd one half of the next number, negative. Section 4.
    params:
      - id: count
        type: s4
    seq:
      - id: small_integers
        size: count
        repeat: expr
        repeat-expr: 4
  int64s:
    doc: As `int32s`, of eight bytes.
    params:
      - id: count
        type: s4
    seq:
      - id: small_integers
        size: count
        repeat: expr
        repeat-expr: 8
  uint32s:
    doc: Interleaved, and nothing more.
    params:
      - id: count
        type: s4
    seq:
      - id: plain_integers
        size: count
        repeat: expr
        repeat-expr: 4
  float32s:
    doc: Interleaved; the lowest bit is the sign, and the others are those of a float in their order. Section 4.
    params:
      - id: count
        type: s4
    seq:
      - id: rotated_floats
        size: count
        repeat: expr
        repeat-expr: 4
  unique_ids:
    doc: Interleaved; index (4 bytes), time (4), and a random number (8), rotated left by a bit.
    params:
      - id: count
        type: s4
    seq:
      - id: ids
        size: count
        repeat: expr
        repeat-expr: 16
  lanes:
    doc: All first components, then all second ones, and so on.
    params:
      - id: count
        type: s4
      - id: width
        type: s4
    seq:
      - id: lanes
        type: float32s(count)
        repeat: expr
        repeat-expr: width
  bytes:
    params:
      - id: count
        type: s4
    seq:
      - id: bytes
        size: count
  byte_lanes:
    doc: All reds, all greens, all blues.
    params:
      - id: count
        type: s4
    seq:
      - id: lanes
        size: count
        repeat: expr
        repeat-expr: 3
  strings:
    params:
      - id: count
        type: s4
    seq:
      - id: strings
        type: string
        repeat: expr
        repeat-expr: count
  doubles:
    params:
      - id: count
        type: s4
    seq:
      - id: numbers
        type: f8
        repeat: expr
        repeat-expr: count
  floats:
    params:
      - id: count
        type: s4
      - id: width
        type: s4
    seq:
      - id: numbers
        type: f4
        repeat: expr
        repeat-expr: count * width
  shorts:
    params:
      - id: count
        type: s4
      - id: width
        type: s4
    seq:
      - id: numbers
        type: s2
        repeat: expr
        repeat-expr: count * width
  udims:
    params:
      - id: count
        type: s4
    seq:
      - id: scale
        type: float32s(count)
      - id: offset
        type: int32s(count)
  udim2s:
    params:
      - id: count
        type: s4
    seq:
      - id: x_scale
        type: float32s(count)
      - id: y_scale
        type: float32s(count)
      - id: x_offset
        type: int32s(count)
      - id: y_offset
        type: int32s(count)
  cframes:
    doc: A rotation each, and then the positions.
    params:
      - id: count
        type: s4
      - id: width
        type: s4
        doc: 9 for a matrix, 4 for a quaternion.
    seq:
      - id: rotations
        type: rotation(width)
        repeat: expr
        repeat-expr: count
      - id: x
        type: float32s(count)
      - id: y
        type: float32s(count)
      - id: z
        type: float32s(count)
  rotation:
    params:
      - id: width
        type: s4
    seq:
      - id: id
        type: u1
        doc: 0, or one of the 24 rotations by multiples of 90 degrees.
      - id: numbers
        type: f4
        repeat: expr
        repeat-expr: width
        if: id == 0
  optional_cframes:
    params:
      - id: count
        type: s4
    seq:
      - id: type_of_frames
        contents: [0x10]
      - id: frames
        type: cframes(count, 9)
      - id: type_of_flags
        contents: [0x02]
      - id: present
        size: count
  sequences:
    params:
      - id: count
        type: s4
      - id: width
        type: s4
    seq:
      - id: sequences
        type: sequence(width)
        repeat: expr
        repeat-expr: count
  sequence:
    doc: Keypoints of time, value and envelope, or of time, red, green, blue and envelope.
    params:
      - id: width
        type: s4
    seq:
      - id: count
        type: u4
      - id: numbers
        type: f4
        repeat: expr
        repeat-expr: count * width
  physical_properties:
    params:
      - id: count
        type: s4
    seq:
      - id: items
        type: physical_property
        repeat: expr
        repeat-expr: count
  physical_property:
    doc: |
      With bit 0: density, friction, elasticity, friction weight, elasticity weight; with bit 1 then the absorption of
      sound.
    seq:
      - id: flags
        type: u1
      - id: numbers
        type: f4
        repeat: expr
        repeat-expr: 'flags == 3 ? 6 : 5'
        if: flags == 1 or flags == 3
  fonts:
    params:
      - id: count
        type: s4
    seq:
      - id: fonts
        type: font
        repeat: expr
        repeat-expr: count
  font:
    seq:
      - id: family
        type: string
      - id: weight
        type: u2
      - id: style
        type: u1
      - id: cached_face
        type: string
  contents:
    doc: The kinds of all, then the URIs, the objects and the objects outside the file.
    params:
      - id: count
        type: s4
    seq:
      - id: kinds
        type: int32s(count)
      - id: n_uris
        type: u4
      - id: uris
        type: strings(n_uris)
      - id: n_objects
        type: u4
      - id: objects
        type: int32s(n_objects)
      - id: n_externals
        type: u4
      - id: externals
        type: int32s(n_externals)

meta:
  id: slmesh
  title: Second Life mesh asset
  file-extension: llmesh
  license: MIT OR Apache-2.0
  endian: le
  imports:
    - llsd_binary
doc: |
  Levels of detail, a skin and physics shapes of a mesh. This is docs/formats/slmesh.md for machines; section numbers
  below are those of that page. The header is LLSD, and so are the blocks, once they are unpacked.

  Where a block is stands in the header: a map with `offset`, counted from the start of `body`, and `size`, behind the
  block's name. Its bytes are of the type `block`, with that name as the parameter.
doc-ref: slmesh.md
seq:
  - id: preamble
    type: preamble
    if: start == 1
    doc: In a viewer's cache.
  - id: line
    terminator: 10
    if: start == 0x3c or (start == 1 and preamble.next == 0x3c)
    doc: Old files begin with `<? LLSD/Binary ?>`.
  - id: header
    type: llsd_binary::value
  - id: body
    size-eos: true
instances:
  start:
    pos: 0
    type: u1
types:
  preamble:
    doc-ref: slmesh.md, section 1.3
    seq:
      - id: version
        type: u4
      - id: header_size
        type: u4
      - id: flags
        type: u4
    instances:
      next:
        pos: 12
        type: u1
  block:
    doc-ref: slmesh.md, section 2
    params:
      - id: name
        type: str
    seq:
      - id: not_loaded
        size-eos: true
        if: start == 0
        doc: A viewer's cache has zeros where it has not loaded a block yet.
      - id: zlib_header
        size: 2
        if: start != 0
      - id: deflate
        size: _io.size - 6
        if: start != 0
      - id: checksum
        size: 4
        if: start != 0
    instances:
      start:
        pos: 0
        type: u1
      plain:
        pos: 0
        size-eos: true
        process: zlib
        type:
          switch-on: name
          cases:
            '"high_lod"': level
            '"medium_lod"': level
            '"low_lod"': level
            '"lowest_lod"': level
            '"physics_mesh"': level
            '"physics_shape"': level
            '"physics_convex"': convex
            _: other
  other:
    seq:
      - id: line
        terminator: 10
        if: start == 0x3c
      - id: item
        type: llsd_binary::value
    instances:
      start:
        pos: 0
        type: u1
  level:
    doc: An array of faces.
    doc-ref: slmesh.md, section 4
    seq:
      - id: line
        terminator: 10
        if: start == 0x3c
      - id: tag
        type: u1
      - id: count
        type: u4be
        if: tag == 0x5b
      - id: faces
        type: face
        repeat: expr
        repeat-expr: count
        if: tag == 0x5b
      - id: end
        contents: ']'
        if: tag == 0x5b
    instances:
      start:
        pos: 0
        type: u1
  face:
    doc: A map, whose binary values are arrays of 16-bit numbers.
    doc-ref: slmesh.md, section 4.1
    seq:
      - id: tag
        contents: '{'
      - id: count
        type: u4be
      - id: entries
        type: face_entry
        repeat: expr
        repeat-expr: count
      - id: end
        contents: '}'
  face_entry:
    seq:
      - id: key
        type: llsd_binary::key
      - id: item
        type:
          switch-on: key.name
          cases:
            '"Position"': rows(3)
            '"Normal"': rows(3)
            '"Tangent"': rows(4)
            '"TexCoord0"': rows(2)
            '"TriangleList"': rows(3)
            '"Weights"': weights
            _: llsd_binary::value
  rows:
    doc: Section 5 says what the numbers stand for.
    params:
      - id: width
        type: s4
    seq:
      - id: tag
        contents: b
      - id: length
        type: u4be
      - id: rows
        type: row(width)
        repeat: expr
        repeat-expr: length / (2 * width)
  row:
    params:
      - id: width
        type: s4
    seq:
      - id: numbers
        type: u2
        repeat: expr
        repeat-expr: width
  weights:
    doc-ref: slmesh.md, section 6
    seq:
      - id: tag
        contents: b
      - id: length
        type: u4be
      - id: vertices
        type: vertex_weights
        size: length
  vertex_weights:
    doc: Those of all vertices, up to four of each.
    seq:
      - id: vertices
        type: influences
        repeat: eos
  influences:
    seq:
      - id: influences
        type: influence
        repeat: until
        repeat-until: _.joint == 0xff or _index == 3 or _io.eof
  influence:
    seq:
      - id: joint
        type: u1
        doc: 255 ends the influences of a vertex.
      - id: weight
        type: u2
        if: joint != 0xff
  convex:
    doc: A map, or undef in further parts of a split model.
    doc-ref: slmesh.md, section 8
    seq:
      - id: line
        terminator: 10
        if: start == 0x3c
      - id: tag
        type: u1
      - id: count
        type: u4be
        if: tag == 0x7b
      - id: entries
        type: convex_entry
        repeat: expr
        repeat-expr: count
        if: tag == 0x7b
      - id: end
        contents: '}'
        if: tag == 0x7b
    instances:
      start:
        pos: 0
        type: u1
  convex_entry:
    seq:
      - id: key
        type: llsd_binary::key
      - id: item
        type:
          switch-on: key.name
          cases:
            '"HullList"': counts
            '"Positions"': rows(3)
            '"BoundingVerts"': rows(3)
            _: llsd_binary::value
  counts:
    doc: How many points each hull has; 0 stands for 256.
    seq:
      - id: tag
        contents: b
      - id: length
        type: u4be
      - id: counts
        type: u1
        repeat: expr
        repeat-expr: length

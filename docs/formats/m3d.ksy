meta:
  id: m3d
  title: Model 3D, binary form
  file-extension: m3d
  license: MIT OR Apache-2.0
  endian: le
doc: |
  One model: meshes, voxels, shapes, a skeleton, actions and textures. This is docs/formats/m3d.md for machines; section
  numbers below are those of that page. A type with an instance `value` stands for one value of the file.

  Chunks that are not described below, and bytes that do not fit a description, are left as bytes.
doc-ref: m3d.md
seq:
  - id: magic
    contents: '3DMO'
  - id: size
    type: u4
    doc: From the start of the file to the end of the end mark, or of the packed data.
  - id: preview
    type: preview
    if: first == 0x57565250
    doc: Section 3. Always before the chunks, and never packed.
  - id: packed
    size-eos: true
    process: zlib
    type: model
    if: next != 0x44414548
    doc: Section 2.1. One zlib stream with all other chunks.
  - id: plain
    type: model
    if: next == 0x44414548
instances:
  first:
    pos: 8
    type: u4
    doc: '`PRVW` as a number, if there is a preview.'
  next:
    pos: 'first == 0x57565250 ? 8 + preview.length : 8'
    type: u4
    doc: '`HEAD` as a number, if the chunks are not packed.'
types:
  preview:
    doc-ref: m3d.md, section 3
    seq:
      - id: magic
        contents: PRVW
      - id: length
        type: u4
      - id: image
        size: length - 8
  model:
    seq:
      - id: header
        type: header
      - id: chunks
        type: chunk(header.types)
        repeat: until
        repeat-until: _.magic == 0x33444d4f
        doc: Up to and including the end mark, `OMD3`, which has no length.
  header:
    doc-ref: m3d.md, section 4
    seq:
      - id: magic
        contents: HEAD
      - id: length
        type: u4
      - id: scale
        type: f4
        doc: The length of one unit in metres, 0 if unknown.
      - id: types
        type: types
      - id: strings
        type: strings
        size: length - 16
  types:
    doc: |
      The width of each kind of field, in two bits: 0, 1 and 2 are one, two and four bytes, 3 is absent. Of coordinates,
      0 to 3 are int8, int16, float and double; of weights, one, two, four and eight in number.
    doc-ref: m3d.md, section 4.1
    seq:
      - id: bits
        type: u4
    instances:
      value:
        value: bits
      vc:
        value: bits & 3
        doc: Coordinates.
      vi:
        value: (bits >> 2) & 3
        doc: Indices of vertices.
      si:
        value: (bits >> 4) & 3
        doc: Offsets of strings.
      ci:
        value: (bits >> 6) & 3
        doc: Colours; of 2, the field is the colour itself.
      ti:
        value: (bits >> 8) & 3
        doc: Indices of texture coordinates.
      bi:
        value: (bits >> 10) & 3
        doc: Indices of bones, and their count.
      nb:
        value: (bits >> 12) & 3
        doc: Weights of a skin.
      sk:
        value: (bits >> 14) & 3
        doc: Indices of skins, and their count.
      fc:
        value: (bits >> 16) & 3
        doc: Count of the transforms of a frame.
      hi:
        value: (bits >> 18) & 3
        doc: Indices of shapes.
      fi:
        value: (bits >> 20) & 3
        doc: Indices of faces.
      vd:
        value: (bits >> 22) & 3
        doc: Position and size of voxel blocks.
      vp:
        value: (bits >> 24) & 3
        doc: Voxels.
  strings:
    doc: The first four are name, licence, authors and description.
    doc-ref: m3d.md, section 4.3
    seq:
      - id: items
        terminator: 0
        eos-error: false
        repeat: eos
  reference:
    doc: An index, an offset or a count. The highest number of its width is -1, the one below it -2.
    doc-ref: m3d.md, section 4.2
    params:
      - id: width
        type: s4
    seq:
      - id: one
        type: u1
        if: width == 0
      - id: two
        type: u2
        if: width == 1
      - id: four
        type: u4
        if: width == 2
    instances:
      value:
        value: >-
          width == 0 ? (one >= 0xfe ? one - 0x100 : one) :
          width == 1 ? (two >= 0xfffe ? two - 0x10000 : two) :
          width == 2 ? (four >= 0xfffffffe ? four - 0x100000000 : four) : -1
  number:
    doc: A colour or a number of a voxel block, without the meaning of the highest numbers; 0 if absent.
    params:
      - id: width
        type: s4
    seq:
      - id: one
        type: u1
        if: width == 0
      - id: two
        type: u2
        if: width == 1
      - id: four
        type: u4
        if: width == 2
    instances:
      value:
        value: 'width == 0 ? one : width == 1 ? two : width == 2 ? four : 0'
  signed_number:
    doc: Of a voxel block, in two's complement.
    params:
      - id: width
        type: s4
    seq:
      - id: one
        type: s1
        if: width == 0
      - id: two
        type: s2
        if: width == 1
      - id: four
        type: s4
        if: width == 2
    instances:
      value:
        value: 'width == 0 ? one : width == 1 ? two : width == 2 ? four : 0'
  chunk:
    doc-ref: m3d.md, sections 2.2 and 6
    params:
      - id: types
        type: types
    seq:
      - id: magic
        type: u4
        doc: Four letters.
      - id: length
        type: u4
        if: magic != 0x33444d4f
        doc: With these eight bytes.
      - id: body
        size: length - 8
        if: magic != 0x33444d4f
        type:
          switch-on: magic
          cases:
            0x50414d43: colours
            0x50414d54: texture_map(types)
            0x53545256: vertices(types)
            0x454e4f42: skeleton(types)
            0x4c52544d: material(types)
            0x434f5250: procedure(types)
            0x4853454d: mesh(types)
            0x54584f56: voxel_types(types)
            0x44584f56: voxel_block(types)
            0x45504853: shape(types)
            0x534c424c: labels(types)
            0x4e544341: action(types)
            0x54455341: asset(types)
  colours:
    doc: CMAP, section 6.1. Red, green, blue, alpha.
    seq:
      - id: colours
        type: colour
        repeat: eos
  colour:
    seq:
      - id: r
        type: u1
      - id: g
        type: u1
      - id: b
        type: u1
      - id: a
        type: u1
  texture_map:
    doc: TMAP, section 6.2. Integers are divided by 255 and 65535; V points up.
    params:
      - id: types
        type: types
    seq:
      - id: pairs
        type: pair(types)
        repeat: eos
  pair:
    params:
      - id: types
        type: types
    seq:
      - id: u
        type:
          switch-on: types.vc
          cases: {0: u1, 1: u2, 2: f4, 3: f8}
      - id: v
        type:
          switch-on: types.vc
          cases: {0: u1, 1: u2, 2: f4, 3: f8}
  vertices:
    doc: |
      VRTS, section 6.3. Points, normals, and quaternions, whose skin is -2. Integers are divided by 127 and 32767.
    params:
      - id: types
        type: types
    seq:
      - id: vertices
        type: vertex(types)
        repeat: eos
  vertex:
    params:
      - id: types
        type: types
    seq:
      - id: x
        type:
          switch-on: types.vc
          cases: {0: s1, 1: s2, 2: f4, 3: f8}
      - id: y
        type:
          switch-on: types.vc
          cases: {0: s1, 1: s2, 2: f4, 3: f8}
      - id: z
        type:
          switch-on: types.vc
          cases: {0: s1, 1: s2, 2: f4, 3: f8}
      - id: w
        type:
          switch-on: types.vc
          cases: {0: s1, 1: s2, 2: f4, 3: f8}
      - id: colour
        type: number(types.ci)
      - id: skin
        type: reference(types.sk)
  skeleton:
    doc: BONE, section 6.4.
    params:
      - id: types
        type: types
    seq:
      - id: bone_count
        type: reference(types.bi)
      - id: skin_count
        type: reference(types.sk)
      - id: bones
        type: bone(types)
        repeat: expr
        repeat-expr: bone_count.value
      - id: skins
        type: skin(types)
        repeat: expr
        repeat-expr: 'skin_count.value < 0 ? 0 : skin_count.value'
  bone:
    params:
      - id: types
        type: types
    seq:
      - id: parent
        type: reference(types.bi)
      - id: name
        type: reference(types.si)
      - id: position
        type: reference(types.vi)
      - id: orientation
        type: reference(types.vi)
  skin:
    doc: Weights, then a bone for each that is not 0. A skin of one weight has no weights, and a bone.
    params:
      - id: types
        type: types
    seq:
      - id: weights
        size: 1 << types.nb
        if: types.nb != 0
      - id: bones
        type: skin_bone(types, _index)
        repeat: expr
        repeat-expr: 1 << types.nb
  skin_bone:
    params:
      - id: types
        type: types
      - id: index
        type: s4
    seq:
      - id: bone
        type: reference(types.bi)
        if: types.nb == 0 or _parent.weights[index] != 0
  material:
    doc: MTRL, section 6.5.
    params:
      - id: types
        type: types
    seq:
      - id: name
        type: reference(types.si)
      - id: properties
        type: property(types)
        repeat: eos
  property:
    params:
      - id: types
        type: types
    seq:
      - id: id
        type: u1
      - id: value_of
        type:
          switch-on: 'id >= 128 ? 128 : id'
          cases:
            0: number(types.ci)
            1: number(types.ci)
            2: number(types.ci)
            4: number(types.ci)
            5: number(types.ci)
            3: f4
            6: f4
            7: f4
            64: f4
            65: f4
            66: f4
            67: f4
            68: f4
            8: u1
            128: reference(types.si)
  procedure:
    doc: PROC, section 6.6.
    params:
      - id: types
        type: types
    seq:
      - id: script
        type: reference(types.si)
  mesh:
    doc: MESH, section 6.7.
    params:
      - id: types
        type: types
    seq:
      - id: records
        type: record(types)
        repeat: eos
  record:
    doc: A polygon, or, without corners, what holds for those that follow.
    params:
      - id: types
        type: types
    seq:
      - id: magic
        type: u1
      - id: material
        type: reference(types.si)
        if: magic == 0
      - id: parameter
        type: reference(types.si)
        if: magic != 0 and magic >> 4 == 0
      - id: corners
        type: corner(types, magic & 15)
        repeat: expr
        repeat-expr: magic >> 4
  corner:
    params:
      - id: types
        type: types
      - id: parts
        type: s4
    seq:
      - id: vertex
        type: reference(types.vi)
      - id: tex_coord
        type: reference(types.ti)
        if: parts & 1 != 0
      - id: normal
        type: reference(types.vi)
        if: parts & 2 != 0
      - id: max_vertex
        type: reference(types.vi)
        if: parts & 4 != 0
  voxel_types:
    doc: VOXT, section 6.8.
    params:
      - id: types
        type: types
    seq:
      - id: types_of_voxels
        type: voxel_type(types)
        repeat: eos
  voxel_type:
    params:
      - id: types
        type: types
    seq:
      - id: colour
        type: number(types.ci)
      - id: name
        type: reference(types.si)
      - id: rotation
        type: u1
        doc: Bit 6 is the ninth bit of the shape.
      - id: shape
        type: u1
      - id: item_count
        type: u1
      - id: skin
        type: reference(types.sk)
      - id: items
        type: item(types)
        repeat: expr
        repeat-expr: item_count
  item:
    params:
      - id: types
        type: types
    seq:
      - id: count
        type: u2
      - id: name
        type: reference(types.si)
  voxel_block:
    doc: VOXD, section 6.9.
    params:
      - id: types
        type: types
    seq:
      - id: name
        type: reference(types.si)
      - id: position
        type: signed_number(types.vd)
        repeat: expr
        repeat-expr: 3
      - id: size
        type: number(types.vd)
        repeat: expr
        repeat-expr: 3
      - id: uncertainty
        type: u1
      - id: group
        type: u1
      - id: runs
        type: run(types)
        repeat: eos
  run:
    doc: One voxel more than the low seven bits say; of a run with bit 7, one voxel that repeats.
    doc-ref: m3d.md, section 6.9.1
    params:
      - id: types
        type: types
    seq:
      - id: control
        type: u1
      - id: voxels
        type: reference(types.vp)
        repeat: expr
        repeat-expr: 'control >= 128 ? 1 : control + 1'
  shape:
    doc: SHPE, section 6.10.
    params:
      - id: types
        type: types
    seq:
      - id: name
        type: reference(types.si)
      - id: group
        type: reference(types.bi)
      - id: commands
        type: command(types)
        repeat: eos
  command_id:
    seq:
      - id: low
        type: u1
      - id: high
        type: u1
        if: low >= 128
    instances:
      value:
        value: 'low >= 128 ? (low & 127) + high * 128 : low'
  command:
    doc: The arguments of each number, in the order of the tables of section 6.10.
    params:
      - id: types
        type: types
    seq:
      - id: id
        type: command_id
      - id: arguments
        type:
          switch-on: id.value
          cases:
            0: use(types)
            1: include(types)
            2: mesh_part(types)
            3: rate(types)
            4: rates(types)
            5: length(types)
            6: distance(types)
            7: one_index(0)
            8: two_indices(0)
            9: one_index(types.ti)
            10: two_indices(types.ti)
            11: scalar_list(types)
            12: scalar_list(types)
            13: curve_list(types)
            14: curve_list(types)
            15: curve_list(types)
            16: point_list(types, 0)
            17: point_list(types, 0)
            18: point_list(types, 0)
            19: point_list(types, 0)
            20: point_list(types, 0)
            21: point_list(types, 3)
            22: point_list(types, 1)
            23: point_list(types, 2)
            24: point_list(types, 0)
            25: point_list(types, 3)
            26: point_list(types, 1)
            27: point_list(types, 2)
            28: point_list(types, 0)
            29: connection(types)
            30: point_list(types, 0)
            31: point_list(types, 0)
            32: circle(types)
            33: cylinder(types)
            34: sphere(types)
            35: torus(types)
            36: three_points(types)
            37: three_points(types)
  scalar:
    doc: A number that is stored like a coordinate.
    params:
      - id: types
        type: types
    seq:
      - id: number
        type:
          switch-on: types.vc
          cases: {0: s1, 1: s2, 2: f4, 3: f8}
  rate:
    params:
      - id: types
        type: types
    seq:
      - id: rate
        type: scalar(types)
  rates:
    params:
      - id: types
        type: types
    seq:
      - id: u
        type: scalar(types)
      - id: v
        type: scalar(types)
  length:
    params:
      - id: types
        type: types
    seq:
      - id: length
        type: scalar(types)
  distance:
    params:
      - id: types
        type: types
    seq:
      - id: distance
        type: scalar(types)
      - id: angle
        type: scalar(types)
  one_index:
    params:
      - id: width
        type: s4
    seq:
      - id: u
        type: reference(width)
  two_indices:
    params:
      - id: width
        type: s4
    seq:
      - id: u
        type: reference(width)
      - id: v
        type: reference(width)
  three_points:
    params:
      - id: types
        type: types
    seq:
      - id: first
        type: reference(types.vi)
      - id: second
        type: reference(types.vi)
      - id: third
        type: reference(types.vi)
  use:
    params:
      - id: types
        type: types
    seq:
      - id: material
        type: reference(types.si)
  include:
    params:
      - id: types
        type: types
    seq:
      - id: shape
        type: reference(types.hi)
      - id: position
        type: reference(types.vi)
      - id: orientation
        type: reference(types.vi)
  mesh_part:
    doc: In the form of the reference library; section 6.10.1 has the two others.
    params:
      - id: types
        type: types
    seq:
      - id: face
        type: reference(types.fi)
  scalar_list:
    params:
      - id: types
        type: types
    seq:
      - id: count
        type: u4
      - id: values
        type: scalar(types)
        repeat: expr
        repeat-expr: count
  curve_list:
    params:
      - id: types
        type: types
    seq:
      - id: count
        type: u4
      - id: curves
        type: curve(types)
        repeat: expr
        repeat-expr: count
  curve:
    params:
      - id: types
        type: types
    seq:
      - id: range
        type: reference(types.ti)
      - id: curve
        type: reference(1)
  point_list:
    doc: Control points; with bit 0 of `parts` a texture coordinate each, with bit 1 a normal.
    params:
      - id: types
        type: types
      - id: parts
        type: s4
    seq:
      - id: count
        type: u4
      - id: points
        type: corner(types, parts)
        repeat: expr
        repeat-expr: count
  connection:
    params:
      - id: types
        type: types
    seq:
      - id: sides
        type: side(types)
        repeat: expr
        repeat-expr: 2
  side:
    params:
      - id: types
        type: types
    seq:
      - id: surface
        type: reference(1)
      - id: range
        type: reference(types.ti)
      - id: curve
        type: reference(1)
  circle:
    params:
      - id: types
        type: types
    seq:
      - id: centre
        type: reference(types.vi)
      - id: orientation
        type: reference(types.vi)
      - id: radius
        type: scalar(types)
  cylinder:
    params:
      - id: types
        type: types
    seq:
      - id: bottom
        type: circle(types)
      - id: top
        type: circle(types)
  sphere:
    params:
      - id: types
        type: types
    seq:
      - id: centre
        type: reference(types.vi)
      - id: radius
        type: scalar(types)
  torus:
    params:
      - id: types
        type: types
    seq:
      - id: centre
        type: reference(types.vi)
      - id: orientation
        type: reference(types.vi)
      - id: radius
        type: scalar(types)
      - id: tube_radius
        type: scalar(types)
  labels:
    doc: LBLS, section 6.11.
    params:
      - id: types
        type: types
    seq:
      - id: group
        type: reference(types.si)
      - id: language
        type: reference(types.si)
      - id: colour
        type: number(types.ci)
      - id: labels
        type: label(types)
        repeat: eos
  label:
    params:
      - id: types
        type: types
    seq:
      - id: vertex
        type: reference(types.vi)
      - id: text
        type: reference(types.si)
  action:
    doc: ACTN, section 6.12.
    params:
      - id: types
        type: types
    seq:
      - id: name
        type: reference(types.si)
      - id: frame_count
        type: u2
      - id: duration
        type: u4
        doc: In milliseconds.
      - id: frames
        type: frame(types)
        repeat: expr
        repeat-expr: frame_count
  frame:
    params:
      - id: types
        type: types
    seq:
      - id: time
        type: u4
      - id: transform_count
        type: number(types.fc)
      - id: transforms
        type: transform(types)
        repeat: expr
        repeat-expr: transform_count.value
  transform:
    params:
      - id: types
        type: types
    seq:
      - id: bone
        type: reference(types.bi)
      - id: position
        type: reference(types.vi)
      - id: orientation
        type: reference(types.vi)
  asset:
    doc: ASET, section 6.13.
    params:
      - id: types
        type: types
    seq:
      - id: name
        type: reference(types.si)
      - id: data
        size-eos: true

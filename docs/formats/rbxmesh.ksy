meta:
  id: rbxmesh
  title: Roblox mesh, versions 1.00 to 7.00
  file-extension: mesh
  license: MIT OR Apache-2.0
  endian: le
doc: |
  Triangles with levels of detail, skins and facial animation. This is docs/formats/rbxmesh.md for machines; section
  numbers below are those of that page. A type with an instance `value` stands for one value of the file.

  The faces of versions 1.x are text, and the streams of compressed geometry are those of Draco; both are bytes here.
  Headers and records longer than these are not described.
doc-ref: rbxmesh.md
seq:
  - id: first_line
    type: first_line
  - id: body
    size-eos: true
    type:
      switch-on: first_line.major
      cases:
        1: text
        2: version_2
        3: version_3
        4: version_4
        5: version_4
        6: chunks
        7: chunks
types:
  first_line:
    doc-ref: rbxmesh.md, section 2
    seq:
      - id: magic
        contents: 'version '
      - id: version
        type: str
        size: 4
        encoding: ASCII
      - id: line_end
        type: line_end
    instances:
      major:
        value: version.substring(0, 1).to_i
  line_end:
    seq:
      - id: first
        type: u1
      - id: second
        type: u1
        if: first == 13
  text:
    doc: Section 10. The number of faces as a line, then nine vectors for each face, `[x,y,z]`.
    seq:
      - id: face_count
        terminator: 10
      - id: faces
        size-eos: true
  version_2:
    doc-ref: rbxmesh.md, section 5
    seq:
      - id: header_size
        type: u2
      - id: vertex_size
        type: u1
      - id: face_size
        type: u1
      - id: n_vertices
        type: u4
      - id: n_faces
        type: u4
      - id: vertices
        type: vertex(vertex_size)
        repeat: expr
        repeat-expr: n_vertices
      - id: faces
        type: face
        repeat: expr
        repeat-expr: n_faces
  version_3:
    doc-ref: rbxmesh.md, section 6
    seq:
      - id: header_size
        type: u2
      - id: vertex_size
        type: u1
      - id: face_size
        type: u1
      - id: lod_offset_size
        type: u2
      - id: n_lod_offsets
        type: u2
      - id: n_vertices
        type: u4
      - id: n_faces
        type: u4
      - id: vertices
        type: vertex(vertex_size)
        repeat: expr
        repeat-expr: n_vertices
      - id: faces
        type: face
        repeat: expr
        repeat-expr: n_faces
      - id: lod_offsets
        type: u4
        repeat: expr
        repeat-expr: n_lod_offsets
  version_4:
    doc: Versions 4.x, and 5.00 with facial animation behind the rest.
    doc-ref: rbxmesh.md, section 7
    seq:
      - id: header_size
        type: u2
      - id: lod_type
        type: u2
        enum: lod_type
      - id: n_vertices
        type: u4
      - id: n_faces
        type: u4
      - id: n_lod_offsets
        type: u2
      - id: n_bones
        type: u2
      - id: names_size
        type: u4
      - id: n_subsets
        type: u2
      - id: n_high_quality_lods
        type: u1
      - id: unused
        type: u1
      - id: facs_format
        type: u4
        if: _root.first_line.major == 5
      - id: facs_size
        type: u4
        if: _root.first_line.major == 5
      - id: vertices
        type: vertex(40)
        repeat: expr
        repeat-expr: n_vertices
      - id: envelopes
        type: envelope
        repeat: expr
        repeat-expr: 'n_bones == 0 ? 0 : n_vertices'
        doc: One for each vertex, if there are bones.
      - id: faces
        type: face
        repeat: expr
        repeat-expr: n_faces
      - id: lod_offsets
        type: u4
        repeat: expr
        repeat-expr: n_lod_offsets
      - id: bones
        type: bone
        repeat: expr
        repeat-expr: n_bones
      - id: bone_names
        type: names
        size: names_size
      - id: subsets
        type: subset
        repeat: expr
        repeat-expr: n_subsets
      - id: facs
        size: facs_size
        type:
          switch-on: facs_format
          cases:
            1: facs
        if: _root.first_line.major == 5 and facs_size != 0
  chunks:
    doc-ref: rbxmesh.md, section 9
    seq:
      - id: chunks
        type: chunk
        repeat: eos
  chunk:
    seq:
      - id: name
        type: strz
        size: 8
        encoding: ASCII
      - id: version
        type: u4
      - id: size
        type: u4
      - id: payload
        size: size
        type:
          switch-on: kind
          cases:
            '"COREMESH1"': core_mesh
            '"COREMESH2"': compressed_mesh
            '"LODS1"': lods
            '"SKINNING1"': skinning
            '"FACS1"': facs_chunk
            '"HSRAVIS1"': visibility
    instances:
      kind:
        value: name + version.to_s
  core_mesh:
    doc: Section 9.1.
    seq:
      - id: vertex_count
        type: u4
      - id: vertices
        type: vertex(40)
        repeat: expr
        repeat-expr: vertex_count
      - id: face_count
        type: u4
      - id: faces
        type: face
        repeat: expr
        repeat-expr: face_count
  lods:
    doc: Section 9.2.
    seq:
      - id: lod_type
        type: u2
        enum: lod_type
      - id: n_high_quality_lods
        type: u1
      - id: n_lod_offsets
        type: u4
      - id: lod_offsets
        type: u4
        repeat: expr
        repeat-expr: n_lod_offsets
  skinning:
    doc: Section 9.3.
    seq:
      - id: envelope_count
        type: u4
      - id: envelopes
        type: envelope
        repeat: expr
        repeat-expr: envelope_count
      - id: bone_count
        type: u4
      - id: bones
        type: bone
        repeat: expr
        repeat-expr: bone_count
      - id: bone_names_size
        type: u4
      - id: bone_names
        type: names
        size: bone_names_size
      - id: subset_count
        type: u4
      - id: subsets
        type: subset
        repeat: expr
        repeat-expr: subset_count
  facs_chunk:
    doc: Section 9.4.
    seq:
      - id: facs_size
        type: u4
      - id: facs
        type: facs
        size: facs_size
        if: facs_size != 0
  visibility:
    doc: Section 9.5. Eight bits in a byte, the lowest first.
    seq:
      - id: bit_count
        type: u4
      - id: bits
        size: (bit_count + 7) / 8
  compressed_mesh:
    doc: Section 9.6.
    seq:
      - id: draco_size
        type: u4
      - id: draco
        type: draco
        size: draco_size
  draco:
    seq:
      - id: magic
        contents: DRACO
      - id: major_version
        type: u1
      - id: minor_version
        type: u1
      - id: encoder_type
        type: u1
      - id: encoder_method
        type: u1
      - id: flags
        type: u2
      - id: stream
        size-eos: true
        doc: Section 13.
  vertex:
    doc-ref: rbxmesh.md, section 4.1
    params:
      - id: size
        type: s4
    seq:
      - id: position
        type: vector3
      - id: normal
        type: vector3
      - id: uv
        type: vector2
        doc: V grows downward.
      - id: tangent
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: X, y, z and the sign of the bitangent; 0 is -1, 127 is 0, 254 is 1.
      - id: colour
        type: u1
        repeat: expr
        repeat-expr: 4
        if: size >= 40
        doc: Red, green, blue, alpha; white, if there is none.
  vector3:
    seq:
      - id: x
        type: f4
      - id: y
        type: f4
      - id: z
        type: f4
  vector2:
    seq:
      - id: x
        type: f4
      - id: y
        type: f4
  face:
    doc-ref: rbxmesh.md, section 4.2
    seq:
      - id: corners
        type: u4
        repeat: expr
        repeat-expr: 3
  bone:
    doc-ref: rbxmesh.md, section 4.3
    seq:
      - id: name_offset
        type: u4
      - id: parent
        type: bone_index
      - id: lod_parent
        type: bone_index
      - id: culling_distance
        type: f4
      - id: pose
        type: f4
        repeat: expr
        repeat-expr: 12
        doc: A rotation row by row, and a position; relative to the mesh.
  bone_index:
    doc: Of 65535, none, which is -1 here.
    seq:
      - id: stored
        type: u2
    instances:
      value:
        value: 'stored == 0xffff ? -1 : stored'
  names:
    doc-ref: rbxmesh.md, section 4.4
    seq:
      - id: items
        terminator: 0
        eos-error: false
        repeat: eos
  subset:
    doc-ref: rbxmesh.md, section 4.5
    seq:
      - id: faces_begin
        type: u4
      - id: faces_length
        type: u4
      - id: vertices_begin
        type: u4
      - id: vertices_length
        type: u4
      - id: n_bones
        type: u4
      - id: bones
        type: u2
        repeat: expr
        repeat-expr: 26
  envelope:
    doc-ref: rbxmesh.md, section 4.6
    seq:
      - id: slots
        type: u1
        repeat: expr
        repeat-expr: 4
      - id: weights
        type: u1
        repeat: expr
        repeat-expr: 4
  facs:
    doc-ref: rbxmesh.md, section 8
    seq:
      - id: bone_names_size
        type: u4
      - id: control_names_size
        type: u4
      - id: transforms_size
        type: u8
      - id: two_pose_size
        type: u4
      - id: three_pose_size
        type: u4
      - id: bone_names
        type: names
        size: bone_names_size
      - id: control_names
        type: names
        size: control_names_size
      - id: transforms
        type: matrices
        size: transforms_size
      - id: two_pose_correctives
        type: u2
        repeat: expr
        repeat-expr: two_pose_size / 2
      - id: three_pose_correctives
        type: u2
        repeat: expr
        repeat-expr: three_pose_size / 2
  matrices:
    doc: Translations along X, Y and Z, and rotations about them; or none.
    seq:
      - id: matrices
        type: matrix
        repeat: eos
  matrix:
    doc-ref: rbxmesh.md, section 8.1
    seq:
      - id: format
        type: u2
      - id: n_rows
        type: u4
      - id: n_columns
        type: u4
      - id: numbers
        type: f4
        repeat: expr
        repeat-expr: n_rows * n_columns
        if: format == 1
      - id: min
        type: f4
        if: format == 2
      - id: max
        type: f4
        if: format == 2
      - id: steps
        type: u2
        repeat: expr
        repeat-expr: n_rows * n_columns
        if: format == 2
        doc: Of 65535 from the minimum to the maximum.
enums:
  lod_type:
    0: none
    1: unknown
    2: simplified
    3: meshoptimizer
    4: shared_vertices

meta:
  id: anim
  title: Second Life animation
  file-extension: anim
  license: MIT OR Apache-2.0
  endian: le
doc: |
  An internal keyframe motion. This is docs/formats/anim.md for machines; section numbers below are those of that page.
doc-ref: anim.md
seq:
  - id: version
    type: u2
  - id: sub_version
    type: u2
  - id: base_priority
    type: s4
  - id: duration
    type: f4
    doc: In seconds.
  - id: emote_name
    terminator: 0
  - id: loop_in_point
    type: f4
  - id: loop_out_point
    type: f4
  - id: loops
    type: s4
  - id: ease_in_duration
    type: f4
  - id: ease_out_duration
    type: f4
  - id: hand_pose
    type: u4
  - id: num_joints
    type: u4
  - id: joints
    type: joint
    repeat: expr
    repeat-expr: num_joints
  - id: num_constraints
    type: s4
  - id: constraints
    type: constraint
    repeat: expr
    repeat-expr: num_constraints
types:
  joint:
    doc-ref: anim.md, section 3
    seq:
      - id: name
        terminator: 0
      - id: priority
        type: s4
      - id: num_rot_keys
        type: s4
      - id: rotations
        type: key
        repeat: expr
        repeat-expr: num_rot_keys
      - id: num_pos_keys
        type: s4
      - id: positions
        type: key
        repeat: expr
        repeat-expr: num_pos_keys
  key:
    doc: Codes in version 1.0, numbers in version 0.1.
    doc-ref: anim.md, sections 3.1 and 3.2
    seq:
      - id: time
        type:
          switch-on: _root.version
          cases:
            0: f4
            _: u2
      - id: value_of
        type:
          switch-on: _root.version
          cases:
            0: f4
            _: u2
        repeat: expr
        repeat-expr: 3
  constraint:
    doc-ref: anim.md, section 4
    seq:
      - id: chain_length
        type: u1
      - id: constraint_type
        type: u1
      - id: source_volume
        size: 16
        doc: The name ends at the first zero.
      - id: source_offset
        type: vector
      - id: target_volume
        size: 16
      - id: target_offset
        type: vector
      - id: target_dir
        type: vector
      - id: ease_in_start
        type: f4
      - id: ease_in_stop
        type: f4
      - id: ease_out_start
        type: f4
      - id: ease_out_stop
        type: f4
  vector:
    seq:
      - id: x
        type: f4
      - id: y
        type: f4
      - id: z
        type: f4

meta:
  id: smooth_grid
  title: Terrain of Roblox
  license: MIT OR Apache-2.0
  endian: le
doc: |
  The property `SmoothGrid` of `Terrain` and `TerrainRegion`: voxels in chunks of 32 in each direction. This is section
  6.4 of docs/formats/rbxbinary.md for machines.
doc-ref: rbxbinary.md, section 6.4
seq:
  - id: version
    contents: [1]
  - id: chunk_bits
    contents: [5]
  - id: chunks
    type: chunk
    repeat: eos
types:
  chunk:
    seq:
      - id: step
        size: 12
        doc: |
          The difference to the position of the chunk before: the highest bytes of x, y and z, then the next ones, and so
          on.
      - id: runs
        type: 'run(_index == 0 ? 0 : runs[_index - 1].end)'
        repeat: until
        repeat-until: _.end >= 32768
        doc: x grows first, then z, then y.
    instances:
      x:
        value: step[0] * 0x1000000 + step[3] * 0x10000 + step[6] * 0x100 + step[9]
      y:
        value: step[1] * 0x1000000 + step[4] * 0x10000 + step[7] * 0x100 + step[10]
      z:
        value: step[2] * 0x1000000 + step[5] * 0x10000 + step[8] * 0x100 + step[11]
  run:
    params:
      - id: before
        type: s4
        doc: How many voxels there are before this run.
    seq:
      - id: flags
        type: u1
        doc: The material; bit 6 says that an occupancy follows, bit 7 that a count does.
      - id: stored_occupancy
        type: u1
        if: flags & 0x40 != 0
      - id: stored_count
        type: u1
        if: flags & 0x80 != 0
      - id: water
        type: u1
        if: flags & 0x80 != 0 and stored_count == 0
    instances:
      material:
        value: flags & 0x3f
      occupancy:
        value: 'flags & 0x40 != 0 ? stored_occupancy : material == 0 ? 0 : 255'
      count:
        value: 'flags & 0x80 != 0 ? stored_count + 1 : 1'
      end:
        value: before + count

// The patterns of materials, as `rez thumb` draws them: `crates/scene/src/thumb/grain.rs` has the rule, and `grain.tsv`
// beside it the values that both are held against.

/**
 * Goes before the program of a surface. `grain` is the factor on the colour of a point, for a pattern by its number in
 * `Grain`, a normal, and the size of a pixel, from which on finer patterns fade; `ripple` is the normal of water.
 */
export const GRAIN = `
float random(vec3 place) {
  uint hash = 0x9e3779b9u;
  for (int i = 0; i < 3; i++) {
    hash = (hash ^ uint(int(place[i]))) * 0x85ebca6bu;
    hash ^= hash >> 13;
  }
  return float((hash * 0xc2b2ae35u) >> 16) / 65535.0;
}
float noise(vec3 point) {
  vec3 start = floor(point), share = smoothstep(0.0, 1.0, point - start);
  vec4 along;
  for (int i = 0; i < 4; i++) {
    vec3 corner = start + vec3(0.0, i & 1, i >> 1);
    along[i] = mix(random(corner), random(corner + vec3(1.0, 0.0, 0.0)), share.x);
  }
  vec2 across = mix(along.xz, along.yw, share.y);
  return mix(across.x, across.y, share.z);
}
float wave(float at) { return smoothstep(0.0, 1.0, abs(fract(at) - 0.5) * 2.0); }
float line(float at, float width) { return clamp(1.5 - (0.5 - abs(fract(at) - 0.5)) / width, 0.0, 1.0); }
float lines(vec2 at, vec2 width) { return max(line(at.x, width.x), line(at.y, width.y)); }
float stones(vec2 at, out float own) {
  float nearest = 9.0, next = 9.0;
  for (int i = 0; i < 9; i++) {
    vec2 cell = floor(at) + vec2(i % 3 - 1, i / 3 - 1);
    float away = distance(cell + 0.2 + 0.6 * vec2(random(vec3(cell, 1.0)), random(vec3(cell, 2.0))), at);
    if (away < nearest) { next = nearest; nearest = away; own = random(vec3(cell, 3.0)); }
    else next = min(next, away);
  }
  return clamp(1.0 - (next - nearest) * 6.0, 0.0, 1.0);
}
float swell(vec3 point) {
  return mix(noise(vec3(point.x * 0.25, 0.0, point.z * 0.25)), noise(vec3(point.x * 0.9, 7.0, point.z * 0.9)), 0.4);
}
vec3 ripple(vec3 point, vec3 normal, float pixel) {
  float height = swell(point), steep = 0.7 * clamp(1.5 - pixel, 0.0, 1.0);
  return normalize(normal - steep * vec3(swell(point + vec3(0.5, 0.0, 0.0)) - height, 0.0, swell(point + vec3(0.0, 0.0, 0.5)) - height));
}
float grain(int kind, vec3 point, vec3 normal, float pixel) {
  vec3 side = abs(normal);
  vec2 at = side.y >= side.x && side.y >= side.z ? point.xz : side.x >= side.z ? point.zy : point.xy;
  #define FINE(period) clamp(1.5 - 2.0 * pixel / (period), 0.0, 1.0)
  if (kind == 1) return 1.0 + (noise(point * 0.11) - 0.5) * 0.3 * FINE(9.0) + (noise(point * vec3(2.1, 0.7, 2.1)) - 0.5) * 0.36 * FINE(0.9);
  if (kind == 2) return 1.0 + (noise(point * 0.35) - 0.5) * 0.12 * FINE(2.8) + (noise(point * 2.7) - 0.5) * 0.2 * FINE(0.7);
  if (kind == 3) return 1.0 + (wave(dot(point, vec3(0.25, 0.31, 0.21)) + noise(point * 0.3) * 3.0) - 0.5) * 0.2 * FINE(2.5);
  if (kind == 4) return 1.0 + (wave(at.y * 1.2 + noise(vec3(at.x * 0.12, at.y * 0.7, 3.0)) * 2.2) - 0.6) * 0.24 * FINE(0.9);
  if (kind == 5) {
    float row = floor(at.y), along = at.x / 8.0 + row * 0.37;
    float fibres = wave(at.y * 2.9 + noise(vec3(at.x * 0.15, at.y, row)) * 1.6);
    float plank = 1.0 + (noise(vec3(row * 7.3, floor(along) * 5.1, 1.0)) - 0.5) * 0.26 + (fibres - 0.5) * 0.1 * FINE(0.4);
    return mix(plank, 0.55, lines(vec2(at.y, along), vec2(0.06, 0.008)) * FINE(1.0));
  }
  if (kind == 6) {
    float row = floor(at.y / 0.8), along = at.x / 1.6 + row * 0.5;
    return mix(1.0 + (noise(vec3(floor(along) * 3.7, row * 5.9, 2.0)) - 0.5) * 0.3, 1.3, lines(vec2(at.y / 0.8, along), vec2(0.09, 0.045)) * FINE(0.8));
  }
  if (kind == 7) {
    vec2 tile = floor(at / 2.0);
    return mix(1.0 + (noise(vec3(tile.x * 3.1, tile.y * 4.7, 5.0)) - 0.5) * 0.12, 0.7, lines(at / 2.0, vec2(0.03)) * FINE(2.0));
  }
  if (kind == 8) {
    float own, gap = stones(at / 1.6, own);
    return mix(1.0 + (own - 0.5) * 0.34, 0.55, gap * FINE(1.6));
  }
  if (kind == 9) {
    vec2 turned = vec2(at.x + at.y, at.x - at.y);
    bool isEven = fract((floor(turned.x * 0.5) + floor(turned.y * 0.5)) * 0.5) == 0.0;
    return 1.0 + (line((isEven ? turned.x : turned.y) * 0.5 + 0.5, 0.12) * 0.3 - 0.05) * FINE(1.0);
  }
  if (kind == 10) return 1.0 + (noise(vec3(at.x * 0.4, at.y * 9.0, 8.0)) - 0.5) * 0.14 * FINE(0.5);
  if (kind == 12) return 1.0 + (swell(point) - 0.5) * 0.2 * FINE(4.0);
  return 1.0 + (wave(at.x * 3.0) + wave(at.y * 3.0) - 1.0) * 0.16 * FINE(0.5);
}
`;

// @ts-check
/* Shapes of parts, from their packed meshes. */
"use strict";
/** @typedef {{positions: string, wide: boolean, indices: string}} Pack */
/** @typedef {Pack & {middle: number[], step: number, common: number | null, role: string, colour: string, letter: {part: number, up: number} | null, lettered: boolean, status: string}} Part */
/** @typedef {{faces: any, edges: any}} Shape */

/** @param {string} text */
const unpacked = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;

/** @param {Pack} pack @returns {Int16Array} */
const positionsOf = (pack) => new Int16Array(unpacked(pack.positions));
/** @param {Pack} pack @returns {Uint16Array | Uint32Array} */
const indicesOf = (pack) => pack.wide
  ? new Uint32Array(unpacked(pack.indices)) : new Uint16Array(unpacked(pack.indices));

/** Smooth shading across facets that meet at less than the crease angle, lines at the others.
 * @param {Part} part @param {Pack[]} common what parts of a kind share, its positions come first
 * @param {number} crease in degrees
 * @param {number | null} change height in mm from which letters are of the second colour
 * @returns {Shape} */
function creasedShape(part, common, crease, change) {
  const THREE = /** @type {any} */ (globalThis).THREE;
  const packs = part.common === null ? [part] : [common[part.common], part];
  const index = Uint32Array.from(packs.flatMap((pack) => [...indicesOf(pack)]));
  const points = Float32Array.from(
    packs.flatMap((pack) => [...positionsOf(pack)]), (q, i) => part.middle[i % 3] + part.step * q);
  const count = index.length / 3;
  const areas = new Float32Array(index.length); // normal of each facet, as long as twice its area
  const units = new Float32Array(index.length);
  const a = new THREE.Vector3(), b = new THREE.Vector3(), c = new THREE.Vector3();
  /** @type {number[][]} */
  const around = Array.from({ length: points.length / 3 }, () => []);
  for (let f = 0; f < count; f++) {
    a.fromArray(points, 3 * index[3 * f]);
    b.fromArray(points, 3 * index[3 * f + 1]).sub(a);
    c.fromArray(points, 3 * index[3 * f + 2]).sub(a);
    b.cross(c).toArray(areas, 3 * f);
    b.normalize().toArray(units, 3 * f);
    for (let k = 0; k < 3; k++) around[index[3 * f + k]].push(f);
  }
  const smooth = Math.cos(crease * Math.PI / 180);
  /** @param {number} f @param {number} g */
  const alike = (f, g) => units[3 * f] * units[3 * g] + units[3 * f + 1] * units[3 * g + 1]
    + units[3 * f + 2] * units[3 * g + 2] >= smooth;
  const level = part.lettered && change !== null ? change : Infinity;
  /** @param {number} f */
  const height = (f) => (points[3 * index[3 * f] + 2] + points[3 * index[3 * f + 1] + 2]
    + points[3 * index[3 * f + 2] + 2]) / 3;
  const order = Array.from({ length: count }, (_, f) => f);
  const body = order.filter((f) => height(f) <= level + 1e-3);
  const raised = order.filter((f) => height(f) > level + 1e-3);
  const corners = new Float32Array(9 * count), normals = new Float32Array(9 * count);
  const lines = [];
  let at = 0;
  for (const f of [...body, ...raised]) {
    for (let k = 0; k < 3; k++, at += 3) {
      const vertex = index[3 * f + k];
      let x = 0, y = 0, z = 0;
      for (const g of around[vertex]) {
        if (g !== f && !alike(f, g)) continue;
        x += areas[3 * g]; y += areas[3 * g + 1]; z += areas[3 * g + 2];
      }
      const long = Math.hypot(x, y, z) || 1;
      normals[at] = x / long; normals[at + 1] = y / long; normals[at + 2] = z / long;
      for (let i = 0; i < 3; i++) corners[at + i] = points[3 * vertex + i];
      const next = index[3 * f + (k + 1) % 3];
      const other = around[vertex].find((g) => g !== f && around[next].includes(g));
      if (vertex < next && other !== undefined && !alike(f, other)) {
        lines.push(...points.subarray(3 * vertex, 3 * vertex + 3),
          ...points.subarray(3 * next, 3 * next + 3));
      }
    }
  }
  const faces = new THREE.BufferGeometry();
  faces.setAttribute("position", new THREE.BufferAttribute(corners, 3));
  faces.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
  faces.addGroup(0, 3 * body.length, 0);
  faces.addGroup(3 * body.length, 3 * raised.length, 1);
  const edges = new THREE.BufferGeometry();
  edges.setAttribute("position", new THREE.Float32BufferAttribute(lines, 3));
  return { faces, edges };
}

// @ts-check
/* What is shown: parts in their colours, apart or together, and the bed of a printer. */
"use strict";
/** @typedef {{part: number, pose: number[], move: number[]}} Placed */
/** @typedef {{items: number[][], status: string}} Plate */
/** @typedef {{crease: number, common: Pack[], parts: Part[], assembly: Placed[], plates: Plate[],
 *   bed: {size: number[], excluded: number[][]} | null, change: number | null,
 *   colours: Record<string, string>, words: Record<string, string>}} Kit */
/** @typedef {{objects: any[], pose: any, move: any}} Item */

/** @param {Kit} kit @param {Record<string, string>} colours by role, as they are at the time */
function makeWorld(kit, colours) {
  const THREE = /** @type {any} */ (globalThis).THREE;
  const group = new THREE.Group();
  /** @type {Item[]} */
  let items = [];

  /** @type {Map<number, Shape>} */
  const shapes = new Map();
  /** @param {number} number @returns {Shape} */
  function shapeOf(number) {
    const known = shapes.get(number) ?? creasedShape(kit.parts[number], kit.common, kit.crease, kit.change);
    shapes.set(number, known);
    return known;
  }

  /** @type {Map<string, any>} */
  const materials = new Map();
  /** @param {string} name a role, or a colour where a part has none @returns {any} */
  function material(name) {
    let known = materials.get(name);
    if (!known) {
      known = new THREE.MeshStandardMaterial({
        roughness: 0.72, metalness: 0, polygonOffset: true, polygonOffsetFactor: 1,
        polygonOffsetUnits: 1 });
      materials.set(name, known);
    }
    known.color.setStyle(colours[name] ?? name).convertSRGBToLinear();
    return known;
  }
  const edges = new THREE.LineBasicMaterial({ color: 0x101418, transparent: true, opacity: 0.3 });

  /** @param {number} number @param {any} pose @param {any} move */
  function add(number, pose, move) {
    const part = kit.parts[number];
    const shape = shapeOf(number);
    const mesh = new THREE.Mesh(
      shape.faces, [material(part.role || part.colour), material("letters" in colours ? "letters" : part.colour)]);
    mesh.castShadow = mesh.receiveShadow = true;
    const objects = [mesh, new THREE.LineSegments(shape.edges, edges)];
    for (const object of objects) object.matrixAutoUpdate = false;
    group.add(...objects);
    items.push({ objects, pose, move });
  }

  /** A part alone or on a plate, an inlaid letter with its tile.
   * @param {number} number @param {any} pose */
  function addWhole(number, pose) {
    const none = new THREE.Vector3();
    add(number, pose, none);
    const letter = kit.parts[number].letter;
    if (letter) {
      add(letter.part, pose.clone().multiply(new THREE.Matrix4().makeTranslation(0, 0, letter.up)), none);
    }
  }

  function addBed() {
    if (!kit.bed) return;
    const [width, depth] = kit.bed.size;
    /** @param {number[]} box @param {number} colour @param {number} z */
    const sheet = ([x0, y0, x1, y1], colour, z) => {
      const mesh = new THREE.Mesh(new THREE.PlaneGeometry(x1 - x0, y1 - y0),
        new THREE.MeshLambertMaterial({ color: colour, side: THREE.DoubleSide }));
      mesh.position.set((x0 + x1) / 2, (y0 + y1) / 2, z);
      mesh.receiveShadow = true;
      group.add(mesh);
    };
    sheet([0, 0, width, depth], 0x6d757b, -0.3);
    for (const box of kit.bed.excluded) sheet(box, 0x8a3b32, -0.2);
    const outline = [];
    for (let x = 0; x <= width; x += 10) outline.push(x, 0, -0.15, x, depth, -0.15);
    for (let y = 0; y <= depth; y += 10) outline.push(0, y, -0.15, width, y, -0.15);
    const grid = new THREE.BufferGeometry();
    grid.setAttribute("position", new THREE.Float32BufferAttribute(outline, 3));
    group.add(new THREE.LineSegments(grid, edges));
    const rim = new THREE.BufferGeometry();
    rim.setAttribute("position", new THREE.Float32BufferAttribute(
      [0, 0, 0, width, 0, 0, width, depth, 0, 0, depth, 0], 3));
    group.add(new THREE.LineLoop(rim, new THREE.LineBasicMaterial({ color: 0x2f8f95 })));
  }

  return {
    group, material,
    count: () => items.length,
    clear() { group.clear(); items = []; },
    showAssembly() {
      for (const { part, pose, move } of kit.assembly) {
        add(part, new THREE.Matrix4().set(...pose, 0, 0, 0, 1), new THREE.Vector3(...move));
      }
    },
    /** @param {Plate} plate */
    showPlate(plate) {
      addBed();
      for (const [part, degrees, x, y] of plate.items) {
        addWhole(part, new THREE.Matrix4().makeRotationZ(degrees * Math.PI / 180).setPosition(x, y, 0));
      }
    },
    /** @param {number} part */
    showPart(part) { addWhole(part, new THREE.Matrix4()); },
    /** @param {number} apart 0 together, 1 as far from each other as can be */
    place(apart) {
      const way = new THREE.Matrix4();
      for (const { objects, pose, move } of items) {
        way.makeTranslation(move.x * apart, move.y * apart, move.z * apart);
        for (const object of objects) object.matrix.copy(way).multiply(pose);
      }
      group.updateMatrixWorld(true);
    },
    /** Corners of the boxes round everything that is shown. @returns {any[]} */
    corners() {
      const found = [];
      for (const mesh of group.children) {
        mesh.geometry.computeBoundingBox();
        const { min, max } = mesh.geometry.boundingBox;
        for (let corner = 0; corner < 8; corner++) {
          found.push(new THREE.Vector3(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y,
            corner & 4 ? max.z : min.z).applyMatrix4(mesh.matrixWorld));
        }
      }
      return found;
    },
  };
}

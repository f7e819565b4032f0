// @ts-check
/* The page's own script: shows what the JSON element "kit" holds, by means of three.js. */
"use strict";
(() => {
  /** @typedef {{part: number, pose: number[], move: number[]}} Placed */
  /** @typedef {{items: number[][], status: string}} Plate */
  /** @typedef {{crease: number, common: Pack[], parts: Part[], assembly: Placed[], plates: Plate[],
   *   bed: {size: number[], excluded: number[][]} | null, change: number | null,
   *   colours: Record<string, string>, words: Record<string, string>}} Kit */
  /** @typedef {{objects: any[], pose: any, move: any}} Item */

  const THREE = /** @type {any} */ (globalThis).THREE;
  /** @param {string} id @returns {any} */
  const element = (id) => document.getElementById(id);
  /** @param {string} query @returns {any[]} */
  const all = (query) => [...document.querySelectorAll(query)];
  /** @type {Kit} */
  const kit = JSON.parse(element("kit").textContent);
  const root = document.documentElement;
  const canvas = element("canvas");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  /** @type {Record<string, string>} */
  const colours = { ...kit.colours };
  const state = { view: "", part: -1, plate: 0, apart: 0 };

  /** @param {string} text */
  const say = (text) => { element("status").textContent = text; };

  // ---- Dark and light ----

  /** @param {boolean} on */
  function setDark(on) {
    root.dataset.theme = on ? "dark" : "light";
    element("theme").setAttribute("aria-pressed", String(on));
  }
  setDark(dark.matches);
  dark.addEventListener("change", () => { setDark(dark.matches); });
  element("theme").addEventListener("click", () => { setDark(root.dataset.theme !== "dark"); });

  // ---- The engine; without it the list of parts remains ----

  /** @type {any} */
  let renderer;
  try {
    // Asked first: the engine writes to the console what it lacks.
    const probe = document.createElement("canvas");
    if (!(probe.getContext("webgl2") || probe.getContext("webgl"))) throw new Error("no WebGL");
    renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
  } catch {
    canvas.hidden = true;
    for (const id of ["tools", "views", "colours", "keys"]) element(id).hidden = true;
    for (const input of all("input[name=part]")) input.disabled = true;
    element("fallback").hidden = false;
    root.dataset.ready = "text";
    return;
  }
  renderer.outputEncoding = THREE.sRGBEncoding;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.PCFSoftShadowMap;

  const scene = new THREE.Scene();
  const world = new THREE.Group();
  const camera = new THREE.PerspectiveCamera(28, 1, 1, 5000);
  camera.up.set(0, 0, 1);
  const key = new THREE.DirectionalLight(0xffffff, 0.72);
  key.castShadow = true;
  key.shadow.mapSize.set(2048, 2048);
  key.shadow.radius = 4;
  key.shadow.autoUpdate = false; // turning the eye moves no shadow
  const lamp = new THREE.DirectionalLight(0xffffff, 0.2);
  const fill = new THREE.HemisphereLight(0xffffff, 0xb0aca4, 0.38);
  const floor = new THREE.Mesh(
    new THREE.PlaneGeometry(1, 1), new THREE.ShadowMaterial({ opacity: 0.22 }));
  floor.receiveShadow = true;
  camera.add(lamp);
  lamp.position.set(0.2, 0.3, 1);
  scene.add(world, camera, key, key.target, lamp.target, fill, floor);

  const controls = new THREE.TrackballControls(camera, canvas);
  controls.keys = []; // its letters would act on the whole page
  controls.rotateSpeed = 2.4;
  controls.panSpeed = 0.6;
  controls.dynamicDampingFactor = 0.18;
  const setCalm = () => { controls.staticMoving = calm.matches; };
  calm.addEventListener("change", setCalm);
  setCalm();

  // ---- Shapes ----

  /** @type {Map<number, Shape>} */
  const shapes = new Map();
  /** @param {number} number @returns {Shape} */
  function shapeOf(number) {
    const known = shapes.get(number) ?? creasedShape(kit.parts[number], kit.common, kit.crease, kit.change);
    shapes.set(number, known);
    return known;
  }

  // ---- Colours ----

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
  const edgeMaterial = new THREE.LineBasicMaterial({ color: 0x101418, transparent: true, opacity: 0.3 });

  /** @param {string} role @param {string} colour */
  function setColour(role, colour) {
    colours[role] = colour;
    material(role);
    const [red, green, blue] = new THREE.Color(colour).convertSRGBToLinear().toArray();
    const ink = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#FFFFFF";
    for (const swatch of all(`.swatch[data-role="${role}"]`)) {
      swatch.style.background = colour;
      swatch.style.color = ink;
    }
    root.dataset.colours = Object.values(colours).join(" ").toLowerCase();
    invalidate();
  }

  // ---- What is shown ----

  /** @type {Item[]} */
  let items = [];
  let untouched = true;
  const turn = new THREE.Matrix4();

  /** @param {number} number @param {any} pose @param {any} move */
  function add(number, pose, move) {
    const part = kit.parts[number];
    const { faces, edges } = shapeOf(number);
    const mesh = new THREE.Mesh(
      faces, [material(part.role || part.colour), material("letters" in colours ? "letters" : part.colour)]);
    mesh.castShadow = mesh.receiveShadow = true;
    const objects = [mesh, new THREE.LineSegments(edges, edgeMaterial)];
    for (const object of objects) object.matrixAutoUpdate = false;
    world.add(...objects);
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
      world.add(mesh);
    };
    sheet([0, 0, width, depth], 0x6d757b, -0.3);
    for (const box of kit.bed.excluded) sheet(box, 0x8a3b32, -0.2);
    const outline = [];
    for (let x = 0; x <= width; x += 10) outline.push(x, 0, -0.15, x, depth, -0.15);
    for (let y = 0; y <= depth; y += 10) outline.push(0, y, -0.15, width, y, -0.15);
    const grid = new THREE.BufferGeometry();
    grid.setAttribute("position", new THREE.Float32BufferAttribute(outline, 3));
    world.add(new THREE.LineSegments(grid, edgeMaterial));
    const rim = new THREE.BufferGeometry();
    rim.setAttribute("position", new THREE.Float32BufferAttribute(
      [0, 0, 0, width, 0, 0, width, depth, 0, 0, depth, 0], 3));
    world.add(new THREE.LineLoop(rim, new THREE.LineBasicMaterial({ color: 0x2f8f95 })));
  }

  function place() {
    for (const { objects, pose, move } of items) {
      turn.makeTranslation(move.x * state.apart, move.y * state.apart, move.z * state.apart);
      for (const object of objects) object.matrix.copy(turn).multiply(pose);
    }
    world.updateMatrixWorld(true);
    key.shadow.needsUpdate = true;
    root.dataset.apart = String(Math.round(100 * state.apart));
    invalidate();
  }

  /** @param {string} view */
  function show(view) {
    state.view = view;
    world.clear();
    items = [];
    let status = "";
    if (view === "assembled") {
      for (const { part, pose, move } of kit.assembly) {
        add(part, new THREE.Matrix4().set(...pose, 0, 0, 0, 1), new THREE.Vector3(...move));
      }
      status = kit.words.assembled;
    } else if (view === "plates") {
      addBed();
      for (const [part, degrees, x, y] of kit.plates[state.plate].items) {
        const pose = new THREE.Matrix4().makeRotationZ(degrees * Math.PI / 180).setPosition(x, y, 0);
        addWhole(part, pose);
      }
      status = kit.plates[state.plate].status;
    } else {
      if (state.part < 0) state.part = Number(all("input[name=part]")[0].value);
      addWhole(state.part, new THREE.Matrix4());
      status = kit.parts[state.part].status;
    }
    for (const input of all("input[name=view]")) input.checked = input.value === view;
    for (const input of all("input[name=part]")) {
      input.checked = view === "part" && Number(input.value) === state.part;
    }
    element("explode-row").hidden = view !== "assembled";
    element("plate-row").hidden = view !== "plates";
    Object.assign(root.dataset, { view, part: String(state.part), plate: String(state.plate),
      items: String(items.length) });
    place();
    home();
    say(status);
  }

  // ---- The camera ----

  /** Corners of the boxes round everything that is shown. @returns {any[]} */
  function corners() {
    const found = [];
    for (const mesh of world.children) {
      mesh.geometry.computeBoundingBox();
      const { min, max } = mesh.geometry.boundingBox;
      for (let corner = 0; corner < 8; corner++) {
        found.push(new THREE.Vector3(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y,
          corner & 4 ? max.z : min.z).applyMatrix4(mesh.matrixWorld));
      }
    }
    return found;
  }

  /** Bring the eye as near as everything stays in frame, looking from where it looks.
   * @param {any} toward from what is shown to the eye */
  function fit(toward) {
    const points = corners();
    const box = new THREE.Box3().setFromPoints(points);
    const radius = box.getSize(new THREE.Vector3()).length() / 2;
    const centre = box.getCenter(new THREE.Vector3());
    light(box, centre, radius);
    camera.position.copy(centre).add(toward);
    camera.lookAt(centre);
    camera.updateMatrixWorld();
    const x = new THREE.Vector3(), y = new THREE.Vector3(), z = new THREE.Vector3();
    camera.matrixWorld.extractBasis(x, y, z);
    const tall = Math.tan(camera.fov * Math.PI / 360) * 0.9, wide = tall * camera.aspect;
    // The least frustum of this direction that holds every point: each side touches one.
    let left = Infinity, right = -Infinity, low = Infinity, high = -Infinity;
    for (const point of points) {
      const [px, py, pz] = [x, y, z].map((axis) => point.dot(axis));
      right = Math.max(right, px + wide * pz);
      left = Math.min(left, px - wide * pz);
      high = Math.max(high, py + tall * pz);
      low = Math.min(low, py - tall * pz);
    }
    const eye = Math.max((right - left) / (2 * wide), (high - low) / (2 * tall));
    const at = centre.dot(z);
    controls.target.set(0, 0, 0).addScaledVector(x, (left + right) / 2)
      .addScaledVector(y, (low + high) / 2).addScaledVector(z, at);
    camera.position.copy(controls.target).addScaledVector(z, eye - at);
    controls.minDistance = radius / 10;
    controls.maxDistance = 16 * radius;
    invalidate();
  }

  /** @param {any} box @param {any} centre @param {number} radius */
  function light(box, centre, radius) {
    key.position.copy(centre).addScaledVector(new THREE.Vector3(-0.7, -0.3, 1).normalize(), 3 * radius);
    key.target.position.copy(centre);
    key.target.updateMatrixWorld();
    Object.assign(key.shadow.camera, { left: -radius, right: radius, top: radius, bottom: -radius,
      near: radius, far: 5 * radius });
    key.shadow.camera.updateProjectionMatrix();
    key.shadow.normalBias = radius / 600;
    key.shadow.needsUpdate = true;
    floor.position.set(centre.x, centre.y, box.min.z - 0.02);
    floor.scale.setScalar(12 * radius);
  }

  function home() {
    camera.up.set(0, 0, 1);
    untouched = true;
    fit(state.view === "plates" ? new THREE.Vector3(0, -0.75, 1.1)
      : state.view === "part" ? new THREE.Vector3(-0.3, -0.9, 1.1)
        : new THREE.Vector3(-0.35, -1, 0.95));
  }

  /** @param {number} aside @param {number} over in radians */
  function rotate(aside, over) {
    const eye = camera.position.clone().sub(controls.target);
    const across = new THREE.Vector3().crossVectors(camera.up, eye).normalize();
    for (const vector of [eye, camera.up]) {
      vector.applyAxisAngle(across, over).applyAxisAngle(new THREE.Vector3(0, 0, 1), aside);
    }
    camera.position.copy(controls.target).add(eye);
    touched();
  }

  /** @param {number} factor */
  function zoom(factor) {
    const eye = camera.position.clone().sub(controls.target).multiplyScalar(factor);
    eye.clampLength(controls.minDistance, controls.maxDistance);
    camera.position.copy(controls.target).add(eye);
    touched();
  }

  /** @param {number} aside @param {number} up in shares of the distance */
  function pan(aside, up) {
    const eye = camera.position.clone().sub(controls.target);
    const by = new THREE.Vector3(aside, up, 0).multiplyScalar(eye.length());
    by.applyQuaternion(camera.quaternion);
    camera.position.add(by);
    controls.target.add(by);
    touched();
  }

  function touched() {
    untouched = false;
    invalidate();
  }

  const ANGLE = Math.PI / 12;
  /** @type {Record<string, () => void>} */
  const acts = {
    left: () => { rotate(ANGLE, 0); },
    right: () => { rotate(-ANGLE, 0); },
    up: () => { rotate(0, ANGLE); },
    down: () => { rotate(0, -ANGLE); },
    in: () => { zoom(0.8); },
    out: () => { zoom(1.25); },
    home,
  };
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: acts.left, ArrowRight: acts.right, ArrowUp: acts.up, ArrowDown: acts.down,
    "+": acts.in, "=": acts.in, "-": acts.out, Home: home,
    "Shift+ArrowLeft": () => { pan(0.04, 0); },
    "Shift+ArrowRight": () => { pan(-0.04, 0); },
    "Shift+ArrowUp": () => { pan(0, -0.04); },
    "Shift+ArrowDown": () => { pan(0, 0.04); },
  };

  // ---- Drawing, only when something changed ----

  let waiting = false;
  function invalidate() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(draw);
  }
  function draw() {
    waiting = false;
    controls.update(); // asks for the next frame while the eye still moves
    const distance = camera.position.distanceTo(controls.target);
    camera.near = distance / 100;
    camera.far = distance * 20;
    camera.updateProjectionMatrix();
    renderer.render(scene, camera);
    root.dataset.eye = [...camera.position.toArray(), ...controls.target.toArray()]
      .map((/** @type {number} */ value) => value.toFixed(1)).join(" ");
    root.dataset.frames = String(1 + Number(root.dataset.frames ?? 0));
  }

  function resize() {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!width || !height) return;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    controls.handleResize();
    if (untouched && items.length) fit(camera.position.clone().sub(controls.target));
    invalidate();
  }

  // ---- What the reader does ----

  controls.addEventListener("change", invalidate);
  canvas.addEventListener("webglcontextrestored", place); // a phone takes it from pages out of sight
  controls.addEventListener("start", () => { untouched = false; });
  for (const event of ["pointerdown", "pointermove", "pointerup", "wheel"]) {
    canvas.addEventListener(event, invalidate, { passive: true });
  }
  canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[(event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : "") + event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  for (const button of all("[data-act]")) {
    button.addEventListener("click", () => { acts[button.dataset.act](); });
  }
  for (const input of all("input[name=view]")) {
    input.addEventListener("change", () => { show(input.value); });
  }
  for (const input of all("input[name=part]")) {
    input.addEventListener("change", () => {
      state.part = Number(input.value);
      show("part");
    });
  }
  element("plate").addEventListener("change", () => {
    state.plate = Number(element("plate").value);
    show("plates");
  });
  const slider = element("explode");
  slider.addEventListener("input", () => {
    state.apart = slider.valueAsNumber / 100;
    place();
    if (untouched) fit(camera.position.clone().sub(controls.target));
    say(`${kit.words.assembled}, ${kit.words.apart.replace("{n}", slider.value)}`);
  });
  for (const input of all("#colours input")) {
    input.addEventListener("input", () => {
      setColour(input.name, input.value);
      say(kit.words.coloured);
    });
  }
  element("uncolour").addEventListener("click", () => {
    for (const input of all("#colours input")) {
      input.value = kit.colours[input.name].toLowerCase();
      setColour(input.name, kit.colours[input.name]);
    }
    say(kit.words.reset);
  });

  element("colours").hidden = Object.keys(colours).length === 0;
  new ResizeObserver(resize).observe(canvas);
  resize();
  show(kit.assembly.length ? "assembled" : kit.plates.length ? "plates" : "part");
  slider.value = "0";
  root.dataset.ready = "3d";
})();

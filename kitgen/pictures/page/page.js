// @ts-check
/* The page's own script: shows what the JSON element "kit" holds, by means of three.js. */
"use strict";
(() => {
  const THREE = /** @type {any} */ (globalThis).THREE;
  /** @param {string} id @returns {any} */
  const element = (id) => document.getElementById(id);
  /** @param {string} query @returns {any[]} */
  const all = (query) => [...document.querySelectorAll(query)];
  /** @type {Kit} */
  const kit = JSON.parse(element("kit").textContent);
  const root = document.documentElement;
  const canvas = element("canvas");
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
  const world = makeWorld(kit, colours);
  const eye = makeEye(canvas, invalidate);
  const light = makeLight(scene, eye.camera);
  scene.add(world.group);

  // ---- Drawing, only when something changed ----

  let waiting = false;
  function invalidate() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(draw);
  }
  function draw() {
    waiting = false;
    eye.update();
    renderer.render(scene, eye.camera);
    root.dataset.eye = eye.place().map((/** @type {number} */ value) => value.toFixed(1)).join(" ");
    root.dataset.frames = String(1 + Number(root.dataset.frames ?? 0));
  }

  /** Bring the eye where all is in frame. @param {any} toward from what is shown to the eye */
  function fit(toward) {
    const points = world.corners();
    const box = new THREE.Box3().setFromPoints(points);
    light.aim(box);
    eye.fit(points, box, toward);
  }

  function resize() {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!width || !height) return;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(width, height, false);
    eye.resize(width, height);
    if (eye.isUntouched() && world.count()) fit(eye.gaze());
    invalidate();
  }

  function home() {
    eye.straighten();
    fit(state.view === "plates" ? new THREE.Vector3(0, -0.75, 1.1)
      : state.view === "part" ? new THREE.Vector3(-0.3, -0.9, 1.1)
        : new THREE.Vector3(-0.35, -1, 0.95));
  }

  // ---- What is shown ----

  function place() {
    world.place(state.apart);
    light.moved();
    root.dataset.apart = String(Math.round(100 * state.apart));
    invalidate();
  }

  /** What is shown, in words: of the assembled kit also how far it is taken apart. */
  function describe() {
    if (state.view === "plates") return kit.plates[state.plate].status;
    if (state.view === "part") return kit.parts[state.part].status;
    const percent = root.dataset.apart ?? "0";
    return percent === "0" ? kit.words.assembled
      : `${kit.words.assembled}, ${kit.words.apart.replace("{n}", percent)}`;
  }

  /** @param {string} view */
  function show(view) {
    state.view = view;
    world.clear();
    if (view === "assembled") {
      world.showAssembly();
    } else if (view === "plates") {
      world.showPlate(kit.plates[state.plate]);
    } else {
      if (state.part < 0) state.part = Number(all("input[name=part]")[0].value);
      world.showPart(state.part);
    }
    for (const input of all("input[name=view]")) input.checked = input.value === view;
    for (const input of all("input[name=part]")) {
      input.checked = view === "part" && Number(input.value) === state.part;
    }
    element("explode-row").hidden = view !== "assembled";
    element("plate-row").hidden = view !== "plates";
    Object.assign(root.dataset, { view, part: String(state.part), plate: String(state.plate),
      items: String(world.count()) });
    place();
    home();
    say(describe());
  }

  /** @param {string} role @param {string} colour */
  function setColour(role, colour) {
    colours[role] = colour;
    world.material(role);
    const [red, green, blue] = new THREE.Color(colour).convertSRGBToLinear().toArray();
    const ink = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#FFFFFF";
    for (const swatch of all(`.swatch[data-role="${role}"]`)) {
      swatch.style.background = colour;
      swatch.style.color = ink;
    }
    root.dataset.colours = Object.values(colours).join(" ").toLowerCase();
    invalidate();
  }

  // ---- What the reader does ----

  const ANGLE = Math.PI / 12;
  /** @type {Record<string, () => void>} */
  const acts = {
    left: () => { eye.rotate(ANGLE, 0); },
    right: () => { eye.rotate(-ANGLE, 0); },
    up: () => { eye.rotate(0, ANGLE); },
    down: () => { eye.rotate(0, -ANGLE); },
    in: () => { eye.zoom(0.8); },
    out: () => { eye.zoom(1.25); },
    home,
  };
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: acts.left, ArrowRight: acts.right, ArrowUp: acts.up, ArrowDown: acts.down,
    "+": acts.in, "=": acts.in, "-": acts.out, Home: home,
    "Shift+ArrowLeft": () => { eye.pan(0.04, 0); },
    "Shift+ArrowRight": () => { eye.pan(-0.04, 0); },
    "Shift+ArrowUp": () => { eye.pan(0, -0.04); },
    "Shift+ArrowDown": () => { eye.pan(0, 0.04); },
  };

  canvas.addEventListener("webglcontextrestored", place); // a phone takes it from pages out of sight
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
    if (eye.isUntouched()) fit(eye.gaze());
    say(describe());
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

// @ts-check
"use strict";
(() => {
  /** @type {any} */
  const THREE = /** @type {any} */ (globalThis).THREE;
  const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("data")).textContent || "{}");
  /** @param {string} id @returns {any} */
  const el = (id) => document.getElementById(id);
  /** @param {string} text @param {Record<string, unknown>} values */
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
  const root = document.documentElement;

  const first = { view: data.standing.length ? "game" : data.plates.length ? "printed" : "part", part: 0, plate: 0, explode: 0 };
  const state = { ...first };
  /** @type {Record<string, string>} */
  const colours = {};
  /** @type {Record<string, string>} */
  const profileColours = {};
  for (const part of data.parts) profileColours[part.setter] ??= part.colour;
  Object.assign(colours, profileColours);

  // Shapes: each part once, drawn as often as a view needs it.
  /** @param {string} text */
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
  /** @param {any} mesh */
  const unpacked = (mesh) => {
    const grid = new Uint16Array(bytes(mesh.points));
    const points = new Float32Array(grid.length);
    for (let i = 0; i < grid.length; i++) points[i] = mesh.origin[i % 3] + grid[i] * mesh.step;
    const faces = mesh.wide ? new Uint32Array(bytes(mesh.faces)) : new Uint16Array(bytes(mesh.faces));
    const shape = new THREE.BufferGeometry();
    shape.setAttribute("position", new THREE.BufferAttribute(points, 3));
    shape.setIndex(new THREE.BufferAttribute(faces, 1));
    // Normals of its own for each triangle: edges stay sharp, and engraved letters readable.
    const flat = shape.toNonIndexed();
    flat.computeVertexNormals();
    flat.computeBoundingBox();
    return flat;
  };
  /** @type {any[]} */
  const outlines = [];
  /** Edges of a tile: without them the floor of an engraved letter looks like the tile around it. */
  /** @param {number} part */
  const outlineOf = (part) => (outlines[part] ??= new THREE.EdgesGeometry(shapeOf(part), 28));
  /** @type {any[]} */
  const shapes = [];
  /** @param {number} part */
  const shapeOf = (part) => (shapes[part] ??= unpacked(data.parts[part].mesh));

  /** What a view shows: part, 4x4 pose, way to move when taken apart. */
  /** @returns {{part: number, pose: any, move: number[]}[]} */
  const shown = () => {
    if (state.view === "game") {
      return data.standing.map((/** @type {any} */ one) => ({
        part: one.part, move: one.move, pose: new THREE.Matrix4().set(...one.pose, 0, 0, 0, 1),
      }));
    }
    const items = state.view === "printed"
      ? data.plates[state.plate].items.map((/** @type {any} */ [part, turn, x, y]) => ({
        part, pose: new THREE.Matrix4().makeRotationZ((turn * Math.PI) / 180).setPosition(x, y, 0),
      }))
      : [{ part: state.part, pose: new THREE.Matrix4() }];
    const withLetters = [];
    for (const item of items) {
      withLetters.push({ ...item, move: [0, 0, 0] });
      const letter = data.parts[item.part].letter;
      if (letter && !items.some((/** @type {any} */ other) => other.part === letter[0])) {
        const pose = item.pose.clone().multiply(new THREE.Matrix4().setPosition(0, 0, letter[1]));
        withLetters.push({ part: letter[0], pose, move: [0, 0, 0] });
      }
    }
    return withLetters;
  };

  // The stage.
  const view = el("view");
  /** @type {any} */
  let renderer;
  try {
    renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  } catch {
    el("without").hidden = false;
    root.dataset.ready = "without";
    return;
  }
  renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio, 2));
  view.appendChild(renderer.domElement);
  renderer.domElement.setAttribute("aria-hidden", "true");
  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(24, 1, 1, 20000);
  camera.up.set(0, 0, 1);
  scene.add(new THREE.HemisphereLight(0xffffff, 0x8d8577, 0.62));
  const lamp = new THREE.DirectionalLight(0xffffff, 0.55);
  lamp.position.set(-0.7, -0.35, 1);
  scene.add(lamp);
  const eyeLamp = new THREE.DirectionalLight(0xffffff, 0.16);
  scene.add(eyeLamp);
  const stage = new THREE.Group();
  scene.add(stage);
  /** @type {{mesh: any, lines: any[], setter: string, items: {pose: any, move: number[]}[]}[]} */
  let drawn = [];

  const eye = { azimuth: -1.35, height: 0.8, distance: 600, middle: new THREE.Vector3() };
  let framed = 600;

  const place = () => {
    const share = state.view === "game" ? state.explode / 100 : 0;
    const moved = new THREE.Matrix4();
    for (const { mesh, lines, items } of drawn) {
      items.forEach(({ pose, move }, number) => {
        moved.makeTranslation(move[0] * share, move[1] * share, move[2] * share).multiply(pose);
        mesh.setMatrixAt(number, moved);
        lines[number]?.matrix.copy(moved);
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  };

  const ink = new THREE.LineBasicMaterial({ color: 0x000000, transparent: true, opacity: 0.34 });
  const build = () => {
    for (const child of [...stage.children]) {
      stage.remove(child);
      if (child.material !== ink) child.material.dispose();
      child.dispose?.();
    }
    /** @type {Map<number, {pose: any, move: number[]}[]>} */
    const byPart = new Map();
    const box = new THREE.Box3();
    for (const item of shown()) {
      if (!byPart.has(item.part)) byPart.set(item.part, []);
      /** @type {any[]} */ (byPart.get(item.part)).push(item);
      box.union(shapeOf(item.part).boundingBox.clone().applyMatrix4(item.pose));
    }
    drawn = [...byPart].map(([part, items]) => {
      const look = new THREE.MeshPhongMaterial({
        shininess: 12, specular: 0x1a1a1a, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
      });
      const mesh = new THREE.InstancedMesh(shapeOf(part), look, items.length);
      mesh.frustumCulled = false; // its own bounds know nothing of its copies
      stage.add(mesh);
      const setter = data.parts[part].setter;
      const lines = setter === "tiles" || items.length === 1 ? items.map(() => {
        const line = new THREE.LineSegments(outlineOf(part), ink);
        line.matrixAutoUpdate = false;
        line.frustumCulled = false;
        stage.add(line);
        return line;
      }) : [];
      return { mesh, lines, setter, items };
    });
    if (state.view === "printed" && data.bed) {
      const bed = new THREE.Mesh(
        new THREE.BoxGeometry(data.bed[0], data.bed[1], 1),
        new THREE.MeshPhongMaterial({ color: 0x9aa0a0, shininess: 4 }),
      );
      bed.position.set(data.bed[0] / 2, data.bed[1] / 2, -0.52);
      stage.add(bed);
      box.expandByPoint(new THREE.Vector3(0, 0, -1)).expandByPoint(new THREE.Vector3(data.bed[0], data.bed[1], 0));
    }
    place();
    paint();
    const size = box.getSize(new THREE.Vector3());
    box.getCenter(eye.middle);
    framed = eye.distance = size.length() * 1.9 * Math.max(1, 1.15 / Math.max(0.4, camera.aspect));
    eye.azimuth = -1.35;
    eye.height = state.view === "printed" ? 1.05 : 0.8;
  };

  const paint = () => {
    for (const { mesh, setter } of drawn) mesh.material.color.set(colours[setter]);
    el("parts").querySelectorAll("button").forEach((/** @type {any} */ button, /** @type {number} */ number) => {
      button.querySelector(".swatch").style.background = colours[data.parts[number].setter];
    });
    for (const input of document.querySelectorAll("[data-colour]")) {
      const picker = /** @type {HTMLInputElement} */ (input);
      picker.value = (colours[picker.dataset.colour || ""] || "#000000").toLowerCase();
    }
  };

  let waiting = false;
  const render = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      const { azimuth, height, distance, middle } = eye;
      camera.position.set(
        middle.x + distance * Math.cos(height) * Math.cos(azimuth),
        middle.y + distance * Math.cos(height) * Math.sin(azimuth),
        middle.z + distance * Math.sin(height),
      );
      camera.lookAt(middle);
      camera.near = distance / 50;
      camera.far = distance * 6;
      camera.updateProjectionMatrix();
      eyeLamp.position.copy(camera.position).sub(middle);
      scene.background = new THREE.Color(getComputedStyle(root).getPropertyValue("--back").trim());
      renderer.render(scene, camera);
      Object.assign(root.dataset, {
        ready: "yes", view: state.view, part: data.parts[state.part]?.name, plate: String(state.plate),
        explode: String(state.explode), azimuth: azimuth.toFixed(3), height: height.toFixed(3), distance: distance.toFixed(1),
      });
    });
  };

  const say = () => {
    const words = data.words;
    const part = data.parts[state.part];
    let text = filled(words.part, { title: part.title, size: part.size.join(" \u00d7 "), count: part.count });
    if (state.view === "game") {
      text = filled(words.game, { parts: data.standing.length });
      if (state.explode) text += ", " + filled(words.apart, { percent: state.explode });
    } else if (state.view === "printed") {
      text = filled(words.printed, { number: state.plate + 1, title: data.plates[state.plate].title });
    }
    el("status").textContent = text;
  };

  /** @param {boolean} anew */
  const show = (anew) => {
    for (const input of document.querySelectorAll("[name=view]")) {
      const radio = /** @type {HTMLInputElement} */ (input);
      radio.checked = radio.value === state.view;
      radio.disabled = (radio.value === "game" && !data.standing.length) || (radio.value === "printed" && !data.plates.length);
    }
    el("exploding").hidden = state.view !== "game";
    el("plating").hidden = state.view !== "printed";
    el("explode").value = String(state.explode);
    el("plate").value = String(state.plate);
    el("parts").querySelectorAll("button").forEach((/** @type {any} */ button, /** @type {number} */ number) => {
      button.setAttribute("aria-pressed", String(state.view === "part" && number === state.part));
    });
    if (anew) build();
    else place();
    say();
    render();
  };

  // Controls: mouse, touch, keyboard and buttons all come down to these.
  /** @param {number} across @param {number} along */
  const turn = (across, along) => {
    eye.azimuth -= across;
    eye.height = Math.min(1.55, Math.max(-1.2, eye.height + along));
    render();
  };
  /** @param {number} factor */
  const zoom = (factor) => {
    eye.distance = Math.min(framed * 4, Math.max(framed / 12, eye.distance * factor));
    render();
  };
  /** @param {number} across @param {number} along in shares of the view's height */
  const shift = (across, along) => {
    const span = 2 * eye.distance * Math.tan((camera.fov * Math.PI) / 360);
    const right = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
    eye.middle.addScaledVector(right, -across * span).addScaledVector(up, along * span);
    render();
  };

  /** @type {Map<number, {x: number, y: number}>} */
  const touching = new Map();
  view.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    view.setPointerCapture(event.pointerId);
    touching.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  view.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    const before = touching.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...touching].find(([id]) => id !== event.pointerId)?.[1];
    const [dx, dy] = [(now.x - before.x) / view.clientHeight, (now.y - before.y) / view.clientHeight];
    if (other) {
      zoom(Math.hypot(before.x - other.x, before.y - other.y) / Math.max(1, Math.hypot(now.x - other.x, now.y - other.y)));
      shift(dx / 2, dy / 2);
    } else if (event.shiftKey || event.buttons === 2 || event.buttons === 4) shift(dx, dy);
    else turn(dx * 3, dy * 3);
    touching.set(event.pointerId, now);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    view.addEventListener(name, (/** @type {PointerEvent} */ event) => touching.delete(event.pointerId));
  }
  view.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
  view.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    zoom(Math.exp(event.deltaY * 0.0012));
  }, { passive: false });

  /** @type {Record<string, [number, number]>} */
  const ways = { left: [0.15, 0], right: [-0.15, 0], up: [0, 0.12], down: [0, -0.12] };
  view.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const way = ways[event.key.replace("Arrow", "").toLowerCase()];
    if (way && event.key.startsWith("Arrow")) {
      if (event.shiftKey) shift(way[0] / 2, -way[1] / 2);
      else turn(...way);
    } else if (event.key === "+" || event.key === "=") zoom(0.85);
    else if (event.key === "-") zoom(1 / 0.85);
    else if (event.key === "Home") reset();
    else return;
    event.preventDefault();
  });
  for (const node of document.querySelectorAll("[data-turn]")) {
    node.addEventListener("click", () => turn(...ways[/** @type {HTMLElement} */ (node).dataset.turn || ""]));
  }
  for (const node of document.querySelectorAll("[data-zoom]")) {
    node.addEventListener("click", () => zoom(/** @type {HTMLElement} */ (node).dataset.zoom === "in" ? 0.85 : 1 / 0.85));
  }
  const reset = () => {
    Object.assign(state, first);
    show(true);
  };
  el("reset").addEventListener("click", reset);

  for (const input of document.querySelectorAll("[name=view]")) {
    input.addEventListener("change", () => {
      state.view = /** @type {HTMLInputElement} */ (input).value;
      show(true);
    });
  }
  el("explode").addEventListener("input", () => {
    state.explode = Number(el("explode").value);
    show(false);
  });
  data.plates.forEach((/** @type {any} */ plate, /** @type {number} */ number) => {
    el("plate").append(new Option(filled(data.words.printed, { number: number + 1, title: plate.title }), String(number)));
  });
  el("plate").addEventListener("change", () => {
    state.plate = Number(el("plate").value);
    show(true);
  });
  data.parts.forEach((/** @type {any} */ part, /** @type {number} */ number) => {
    const button = document.createElement("button");
    button.type = "button";
    const swatch = document.createElement("span");
    swatch.className = "swatch";
    const count = document.createElement("span");
    count.className = "count";
    count.textContent = `\u00d7 ${part.count}`;
    button.append(swatch, part.title, count);
    button.addEventListener("click", () => {
      Object.assign(state, { view: "part", part: number });
      show(true);
    });
    const item = document.createElement("li");
    item.append(button);
    el("parts").append(item);
  });
  for (const input of document.querySelectorAll("[data-colour]")) {
    const picker = /** @type {HTMLInputElement} */ (input);
    const setter = picker.dataset.colour || "";
    if (!(setter in profileColours)) /** @type {HTMLElement} */ (picker.parentElement).hidden = true;
    picker.addEventListener("input", () => {
      colours[setter] = picker.value;
      paint();
      render();
    });
  }
  el("recolour").addEventListener("click", () => {
    Object.assign(colours, profileColours);
    paint();
    render();
  });

  /** @param {boolean} dark */
  const theme = (dark) => {
    root.dataset.theme = dark ? "dark" : "light";
    el("theme").setAttribute("aria-pressed", String(dark));
    render();
  };
  const preferred = matchMedia("(prefers-color-scheme: dark)");
  preferred.addEventListener("change", () => theme(preferred.matches));
  el("theme").addEventListener("click", () => theme(root.dataset.theme !== "dark"));

  const fit = () => {
    const { clientWidth, clientHeight } = view;
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / Math.max(1, clientHeight);
    render();
  };
  new ResizeObserver(fit).observe(view);
  fit();
  theme(preferred.matches);
  show(true);
})();

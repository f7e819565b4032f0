// @ts-check
/* The eye: where it stands, and how it is brought elsewhere. */
"use strict";

/** @param {any} canvas @param {() => void} invalidate asks for the next frame */
function makeEye(canvas, invalidate) {
  const THREE = /** @type {any} */ (globalThis).THREE;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const camera = new THREE.PerspectiveCamera(28, 1, 1, 5000);
  camera.up.set(0, 0, 1);
  const controls = new THREE.TrackballControls(camera, canvas);
  controls.keys = []; // its letters would act on the whole page
  controls.rotateSpeed = 2.4;
  controls.panSpeed = 0.6;
  controls.dynamicDampingFactor = 0.18;
  const setCalm = () => { controls.staticMoving = calm.matches; };
  calm.addEventListener("change", setCalm);
  setCalm();

  /** Whether it stands where it was put, and not where the reader took it. */
  let untouched = true;
  const touched = () => { untouched = false; invalidate(); };
  controls.addEventListener("change", invalidate);
  controls.addEventListener("start", () => { untouched = false; });

  const gaze = () => camera.position.clone().sub(controls.target);

  /** Bring it as near as everything stays in frame, looking from where it looks.
   * @param {any[]} points corners of everything @param {any} box round them
   * @param {any} toward from what is shown to the eye */
  function fit(points, box, toward) {
    const radius = box.getSize(new THREE.Vector3()).length() / 2;
    const centre = box.getCenter(new THREE.Vector3());
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
    const far = Math.max((right - left) / (2 * wide), (high - low) / (2 * tall));
    const at = centre.dot(z);
    controls.target.set(0, 0, 0).addScaledVector(x, (left + right) / 2)
      .addScaledVector(y, (low + high) / 2).addScaledVector(z, at);
    camera.position.copy(controls.target).addScaledVector(z, far - at);
    controls.minDistance = radius / 10;
    controls.maxDistance = 16 * radius;
    invalidate();
  }

  /** @param {number} aside @param {number} over in radians */
  function rotate(aside, over) {
    const eye = gaze();
    const across = new THREE.Vector3().crossVectors(camera.up, eye).normalize();
    for (const vector of [eye, camera.up]) {
      vector.applyAxisAngle(across, over).applyAxisAngle(new THREE.Vector3(0, 0, 1), aside);
    }
    camera.position.copy(controls.target).add(eye);
    touched();
  }

  /** @param {number} factor */
  function zoom(factor) {
    const eye = gaze().multiplyScalar(factor);
    eye.clampLength(controls.minDistance, controls.maxDistance);
    camera.position.copy(controls.target).add(eye);
    touched();
  }

  /** @param {number} aside @param {number} up in shares of the distance */
  function pan(aside, up) {
    const by = new THREE.Vector3(aside, up, 0).multiplyScalar(gaze().length());
    by.applyQuaternion(camera.quaternion);
    camera.position.add(by);
    controls.target.add(by);
    touched();
  }

  /** Go on with a movement, and see from here to beyond everything. */
  function update() {
    controls.update(); // asks for the next frame while the eye still moves
    const distance = gaze().length();
    camera.near = distance / 100;
    camera.far = distance * 20;
    camera.updateProjectionMatrix();
  }

  /** @param {number} width @param {number} height of the canvas */
  function resize(width, height) {
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    controls.handleResize();
  }

  return {
    camera, fit, rotate, zoom, pan, update, resize, gaze,
    place: () => [...camera.position.toArray(), ...controls.target.toArray()],
    isUntouched: () => untouched,
    /** Upright again, as nobody has touched it. */
    straighten() { camera.up.set(0, 0, 1); untouched = true; },
  };
}

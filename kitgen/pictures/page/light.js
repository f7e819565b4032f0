// @ts-check
/* Light and shadow, and the floor on which the shadow falls. */
"use strict";

/** @param {any} scene @param {any} camera carries a lamp, so that no side is ever dark */
function makeLight(scene, camera) {
  const THREE = /** @type {any} */ (globalThis).THREE;
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
  scene.add(camera, key, key.target, lamp.target, fill, floor);

  return {
    /** @param {any} box round everything that is shown */
    aim(box) {
      const radius = box.getSize(new THREE.Vector3()).length() / 2;
      const centre = box.getCenter(new THREE.Vector3());
      key.position.copy(centre)
        .addScaledVector(new THREE.Vector3(-0.7, -0.3, 1).normalize(), 3 * radius);
      key.target.position.copy(centre);
      key.target.updateMatrixWorld();
      Object.assign(key.shadow.camera, { left: -radius, right: radius, top: radius,
        bottom: -radius, near: radius, far: 5 * radius });
      key.shadow.camera.updateProjectionMatrix();
      key.shadow.normalBias = radius / 600;
      floor.position.set(centre.x, centre.y, box.min.z - 0.02);
      floor.scale.setScalar(12 * radius);
      this.moved();
    },
    /** Something stands elsewhere, and so does its shadow. */
    moved() { key.shadow.needsUpdate = true; },
  };
}

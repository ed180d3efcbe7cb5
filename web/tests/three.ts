// A page of thirty lines with three.js, as its manual begins: what our GLB looks like there, and how fast it is drawn.

import * as three from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

async function show(bytes: ArrayBuffer): Promise<void> {
  const renderer = new three.WebGLRenderer({ antialias: true });
  renderer.setSize(innerWidth, innerHeight);
  document.body.append(renderer.domElement);
  const scene = new three.Scene();
  scene.background = new three.Color(0xdde3ea);
  const sun = new three.DirectionalLight(0xffffff, 2);
  sun.position.set(1, 2, 1.5);
  scene.add(new three.HemisphereLight(0xffffff, 0x667788, 1.5), sun);
  const gltf = await new GLTFLoader().parseAsync(bytes, "");
  scene.add(gltf.scene);
  const camera = gltf.cameras[0] as three.PerspectiveCamera;
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
  const controls = new OrbitControls(camera, renderer.domElement);
  controls.target.set(...(camera.userData["rezkit"].target as [number, number, number]));
  controls.listenToKeyEvents(renderer.domElement);
  const draw = (): void => renderer.render(scene, camera);
  controls.addEventListener("change", draw);
  controls.update();
  draw();
}

Object.assign(window, { show });

// A loader for three.js, which takes files of all formats as glTF.

import { FileLoader, Loader, type LoadingManager } from "three";
import { type GLTF, GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { type Content, open, type Options, type Wish } from "./index.ts";

/** Loads models and places; what it gives is what `GLTFLoader` gives. */
export class RezkitLoader extends Loader<GLTF> {
  /** How a file becomes glTF. */
  wish: Omit<Wish, "to">;

  constructor(manager?: LoadingManager, wish: Omit<Wish, "to"> = {}) {
    super(manager);
    this.wish = wish;
  }

  override load(url: string, onLoad: (gltf: GLTF) => void, onProgress?: (event: ProgressEvent) => void, onError?: (error: unknown) => void): void {
    const loader = new FileLoader(this.manager).setPath(this.path).setResponseType("arraybuffer").setRequestHeader(this.requestHeader).setWithCredentials(this.withCredentials);
    const failed = (error: unknown): void => {
      if (onError) onError(error);
      else console.error(error);
      this.manager.itemError(url);
    };
    const name = url.split(/[?#]/)[0]!.split("/").pop()!;
    loader.load(url, (bytes) => void this.parse(bytes as ArrayBuffer, { name }).then(onLoad).catch(failed), onProgress, failed);
  }

  /** Of the bytes of a file. */
  async parse(content: Content, options: Options = {}): Promise<GLTF> {
    const file = await open(content, options);
    try {
      return await new GLTFLoader(this.manager).parseAsync(file.gltf(this.wish).bytes.buffer, "");
    } finally {
      file.close();
    }
  }
}

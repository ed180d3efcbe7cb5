// Small pictures of models, as `rez thumb` draws them: in the worker, so that nothing else waits for them.

import type { Client } from "./client.ts";

/** Pixels of a side: two for each of a card. */
const SIDE = 256;

/** The picture of the file that is open, as an address that needs not be given back. */
export async function portraitOf(client: Client): Promise<string> {
  const { bytes } = await client.askBytes("picture", { size: [SIDE, SIDE] });
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsDataURL(new Blob([bytes], { type: "image/png" }));
  });
}

// Unpacks the scripts of the page and runs them. The content security policy has their hash.

import { decoded } from "./letters.ts";
import { unpacked } from "./lzma.ts";

const script = document.createElement("script");
script.textContent = new TextDecoder().decode(unpacked(decoded(document.getElementById("packed")!.textContent!)));
document.body.append(script);

// The style of the page, which is packed with the scripts. Without it the page is not shown.

import style from "style:";
import { h } from "./dom.ts";

document.head.append(h("style", null, style));
document.body.hidden = false;

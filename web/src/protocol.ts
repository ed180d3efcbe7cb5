// What the page and the worker say to each other; `web/core` says what is asked and answered.

import type { Problem, Room, Verbs } from "./schemas.ts";

export type * from "./schemas.ts";

export type Verb = keyof Verbs;

/** From the page to the worker. */
export type Request =
  | { core: string | WebAssembly.Module }
  | { id: number; open: Blob; name: string }
  | { id: number; beside: Blob; name: string }
  | { id: number; picture: number }
  | { id: number; question: Record<string, object> };

/** Why there is no answer. */
export interface Failure {
  message: string;
  problem?: Problem | null;
  /** The module ended: nothing more can be asked. */
  isTrap?: boolean;
  /** Somebody stopped it. */
  isStopped?: boolean;
  /** The browser does not give the file's bytes. */
  isUnread?: boolean;
  /** There was not enough memory. */
  isFull?: boolean;
  /** The file is too large: what it is, and how large it may be. */
  room?: Room;
}

/** From the worker to the page. */
export type Reply =
  | { compiled: WebAssembly.Module }
  | { id: number; result: unknown; bytes?: Uint8Array }
  | { id: number; error: Failure }
  | { id: number; progress: number };

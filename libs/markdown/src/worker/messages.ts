import type { Rendered } from '../render-message.js';

/** Messages of a worker. `usedMs`: processor time of its thread so far, if the system reports it. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly task: string | undefined }
  | { readonly kind: 'begun'; readonly usedMs: number | undefined }
  | { readonly kind: 'done'; readonly usedMs: number | undefined; readonly rendered: Rendered }
  | { readonly kind: 'failed'; readonly error: unknown };

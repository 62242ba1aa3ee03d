import type { Rendered } from '../render-message.js';

/** What a worker says. `usedMs`: the processor time of its thread up to then, where the system tells it. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly task: string | undefined }
  | { readonly kind: 'begun'; readonly usedMs: number | undefined }
  | { readonly kind: 'done'; readonly usedMs: number | undefined; readonly rendered: Rendered }
  | { readonly kind: 'failed'; readonly error: unknown };

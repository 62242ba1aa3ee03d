import { z } from 'zod';

/** An event as a client reads it, to the letter: what /events may answer with, and nothing else. One for each type and op. */
export interface DeclaredClientEvent {
  readonly kind: 'client-event';
  readonly type: string;
  /** Absent: events of this type have none. */
  readonly op: string | undefined;
  readonly summary: string;
  readonly schema: z.ZodObject;
  /** Without id, type and op. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** Declares what clients read. Documentation and generated clients derive from it, and every event of every test is held against it. */
export function clientEvent<F extends z.ZodRawShape>(spec: {
  readonly type: string;
  readonly op?: string;
  readonly summary: string;
  readonly fields: F;
  readonly example: z.infer<z.ZodObject<F>>;
}): DeclaredClientEvent {
  const { type, op, summary, fields, example } = spec;
  const head = { id: z.int(), type: z.literal(type), ...(op === undefined ? {} : { op: z.literal(op) }) };
  return { kind: 'client-event', type, op, summary, schema: z.object({ ...head, ...fields }), example };
}

/** `reaction add`, `message`: how an event is called by type and op. */
export function clientEventName({ type, op }: { readonly type: string; readonly op?: unknown }): string {
  return typeof op === 'string' ? `${type} ${op}` : type;
}

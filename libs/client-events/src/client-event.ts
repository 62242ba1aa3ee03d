import { z } from 'zod';

/** The exact format of an event for clients, one for each type and op. /events returns no others. */
export interface DeclaredClientEvent {
  readonly kind: 'client-event';
  readonly type: string;
  /** Absent if events of this type have no op. */
  readonly op: string | undefined;
  readonly summary: string;
  readonly schema: z.ZodObject;
  /** Without id, type and op. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** Declares an event for clients. Documentation and generated clients derive from it, and every event in every test is checked against it. */
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

/** `reaction add`, `message`: the name of an event by type and op. */
export function clientEventName({ type, op }: { readonly type: string; readonly op?: unknown }): string {
  return typeof op === 'string' ? `${type} ${op}` : type;
}

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

/** Keeps the types of its declaration, from which clients know the fields of an event. */
export interface TypedClientEvent<T extends string, O extends string | undefined, F extends z.ZodRawShape> extends DeclaredClientEvent {
  readonly type: T;
  readonly op: O;
  /** Carries the fields for inference; never present at run time. */
  readonly _fields?: z.infer<z.ZodObject<F>>;
}

/** An event as a client receives it. */
export type EventOf<D> =
  D extends TypedClientEvent<infer T, infer O, infer F>
    ? { readonly id: number; readonly type: T } & (O extends string ? { readonly op: O } : unknown) & Readonly<z.infer<z.ZodObject<F>>>
    : never;

/** Declares an event for clients. Documentation and generated clients derive from it, and every event in every test is checked against it. */
export function clientEvent<const T extends string, F extends z.ZodRawShape, const O extends string | undefined = undefined>(spec: {
  readonly type: T;
  readonly op?: O;
  readonly summary: string;
  readonly fields: F;
  readonly example: z.infer<z.ZodObject<F>>;
}): TypedClientEvent<T, O, F> {
  const { type, op, summary, fields, example } = spec;
  const head = { id: z.int(), type: z.literal<string>(type), ...(op === undefined ? {} : { op: z.literal<string>(op) }) };
  return { kind: 'client-event', type, op: op as O, summary, schema: z.object({ ...head, ...fields }), example };
}

/** `reaction add`, `message`: the name of an event by type and op. */
export function clientEventName({ type, op }: { readonly type: string; readonly op?: unknown }): string {
  return typeof op === 'string' ? `${type} ${op}` : type;
}

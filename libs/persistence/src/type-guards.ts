/**
 * Type guards for the rows of statements that run with every message. They copy nothing, and so cost a tenth of a zod schema. Use
 * `z.custom(guard)` for a column, so that `rows` checks it.
 */
export type Guard<T> = (value: unknown) => value is T;
export type Guarded<G> = G extends Guard<infer T> ? T : never;

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
export const isUnknown = (_: unknown): _ is unknown => true;
/** Of JSON, where a bigint is a number. */
export const isJsonInt = (value: unknown): value is number => Number.isSafeInteger(value);

export function isNullOr<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

export function isListOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every((element) => guard(element));
}

export function isOneOf<const T>(values: readonly T[]): Guard<T> {
  const known: ReadonlySet<unknown> = new Set(values);
  return (value): value is T => known.has(value);
}

export function isRecordOf<T>(guard: Guard<T>): Guard<Readonly<Record<string, T>>> {
  return (value): value is Readonly<Record<string, T>> => isObject(value) && Object.values(value).every((each) => guard(each));
}

type Shape = Readonly<Record<string, Guard<unknown>>>;

/** Of an object with these properties. It may have others. */
export function hasShape<S extends Shape>(shape: S): Guard<{ readonly [K in keyof S]: Guarded<S[K]> }> {
  const guards = Object.entries(shape);
  return (value): value is { readonly [K in keyof S]: Guarded<S[K]> } =>
    isObject(value) && guards.every(([key, guard]) => guard(value[key]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

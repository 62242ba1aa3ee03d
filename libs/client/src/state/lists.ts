/** The list with these entries changed; the same list if there are none. */
export function withChanged<E>(list: readonly E[], isMeant: (entry: E) => boolean, change: (entry: E) => E): E[] {
  const asBefore = list as E[];
  return list.some(isMeant) ? list.map((entry) => (isMeant(entry) ? change(entry) : entry)) : asBefore;
}

/** The list without these entries; the same list if there are none. */
export function withoutEntries<E>(list: readonly E[], isGone: (entry: E) => boolean): E[] {
  const asBefore = list as E[];
  return list.some(isGone) ? list.filter((entry) => !isGone(entry)) : asBefore;
}

export function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}

/** The place of a value in an ascending list, or of the next greater one. */
export function placeIn<E>(list: readonly E[], value: number, numberOf: (entry: E) => number): number {
  let low = 0;
  for (let high = list.length; low < high; ) {
    const middle = (low + high) >>> 1;
    const entry = list[middle];
    if (entry !== undefined && numberOf(entry) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function includesSorted(ids: readonly number[], id: number): boolean {
  return ids[placeIn(ids, id, Number)] === id;
}

/** The object with these fields changed. JSON has no undefined, so a field that is there has a value. */
export function merged<T extends object>(before: T, change: { readonly [K in keyof T]?: T[K] | undefined }): T {
  return { ...before, ...change } as T;
}

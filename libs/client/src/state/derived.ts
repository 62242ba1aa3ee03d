/** Computes a value once for each object that it is derived from. Objects of the state never change, so it stays right. */
export function derived<K extends object, V>(compute: (from: K) => V): (from: K) => V {
  const known = new WeakMap<K, V>();
  return (from) => {
    const value = known.get(from);
    if (value !== undefined) return value;
    const computed = compute(from);
    known.set(from, computed);
    return computed;
  };
}

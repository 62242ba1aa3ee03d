/** A seeded random source: the same seed makes the same choices. */
export interface Chance {
  happens(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Up to `most` different elements. */
  some<T>(list: readonly T[], most: number): T[];
  /** Runs one of the choices at random, by weight. */
  weighted(choices: readonly (readonly [number, () => Promise<void>])[]): Promise<void>;
}

export function seededChance(seed: number): Chance {
  const next = mulberry32(seed);
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[Math.floor(next() * list.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  };
  return {
    happens: (probability) => next() < probability,
    pick,
    some: (list, most) => (list.length === 0 ? [] : [...new Set(Array.from({ length: 1 + Math.floor(next() * most) }, () => pick(list)))]),
    weighted: (choices) => {
      let rest = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, run] of choices) {
        rest -= weight;
        if (rest < 0) return run();
      }
      return Promise.resolve();
    },
  };
}

/** A small 32-bit generator, good enough for random choices. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

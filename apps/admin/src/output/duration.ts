const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** In the largest unit that fits, rounded down: `90000` is `1 min`. */
export function duration(ms: number): string {
  const [unit, length] = UNITS.find(([, each]) => ms >= each) ?? ['ms', 1];
  return `${Math.floor(ms / length)} ${unit}`;
}

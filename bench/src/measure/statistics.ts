/** Milliseconds at two percentiles. */
export interface Latencies {
  readonly p50: number;
  readonly p99: number;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function latenciesOf(milliseconds: readonly number[]): Latencies {
  return { p50: percentile(milliseconds, 0.5), p99: percentile(milliseconds, 0.99) };
}

/** Without the lowest and the highest, if at least three remain: one vacuum or one collection of garbage must not decide. */
export function withoutExtremes<T>(items: readonly T[], amountOf: (item: T) => number): T[] {
  const sorted = [...items].sort((one, other) => amountOf(one) - amountOf(other));
  return sorted.length < 5 ? sorted : sorted.slice(1, -1);
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Half of the distance between the lowest and the highest, as a share of the mean. */
export function spreadOf(values: readonly number[]): number {
  const average = mean(values);
  return average === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / 2 / average;
}

const STEADY_WITHIN = 0.1;

/** Whether the last three values agree: each is within 10 % of the one before it. */
export function isSteady(values: readonly number[]): boolean {
  const last = values.slice(-3);
  if (last.length < 3) return false;
  return last.every((value, index) => {
    const previous = last[index - 1];
    return previous === undefined || Math.abs(value - previous) <= STEADY_WITHIN * Math.max(previous, value);
  });
}

import type { Amounts } from './processor-clock.js';
import { mean } from './statistics.js';

export function sumOf(amounts: Amounts): number {
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
}

export function scaled(amounts: Amounts, factor: number): Map<string, number> {
  return new Map([...amounts].map(([name, amount]) => [name, amount * factor]));
}

export function difference(after: Amounts, before: Amounts): Map<string, number> {
  return new Map([...after].map(([name, amount]) => [name, amount - (before.get(name) ?? 0)]));
}

/** The mean of each name. */
export function meanOf(several: readonly Amounts[]): Map<string, number> {
  const names = [...(several[0]?.keys() ?? [])];
  return new Map(names.map((name) => [name, mean(several.map((amounts) => amounts.get(name) ?? 0))]));
}

import { meanOf } from '../measure/amounts.js';
import { mean, percentile, spreadOf, withoutExtremes } from '../measure/statistics.js';
import type { Row } from './row.js';

const middle = (values: readonly (number | undefined)[]) => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : percentile(known, 0.5);
};

/**
 * One row of several that were measured in turns. The most expensive and the cheapest are left out: beside the bare program where there is one,
 * so that a time in which the processor was slow does not count as expensive.
 */
export function mergedRow(rows: readonly Row[]): Row {
  const [first] = rows;
  if (first === undefined) throw new Error('there is no row to merge');
  if (rows.length === 1 || first.total === undefined) return first;
  const costOf = ({ ratio, total = 0 }: Row) => ratio ?? total;
  const counted = withoutExtremes(rows, costOf);
  const total = mean(counted.map((row) => row.total ?? 0));
  const bare = mergedBare(counted);
  return {
    ...first,
    total,
    by: Object.fromEntries(meanOf(counted.map(({ by = {} }) => new Map(Object.entries(by))))),
    spread: spreadOf(counted.map(costOf)),
    p50: middle(counted.map(({ p50 }) => p50)),
    p99: middle(counted.map(({ p99 }) => p99)),
    perSecond: middle(counted.map(({ perSecond }) => perSecond)),
    operations: counted.reduce((sum, { operations = 0 }) => sum + operations, 0),
    ...(bare === undefined ? {} : { bare, ratio: total / bare.total }),
  };
}

function mergedBare(rows: readonly Row[]): Row['bare'] {
  const bares = rows.flatMap(({ bare }) => (bare === undefined ? [] : [bare]));
  const [first] = bares;
  if (first === undefined) return undefined;
  return {
    name: first.name,
    total: mean(bares.map(({ total }) => total)),
    p50: middle(bares.map(({ p50 }) => p50)),
    perSecond: middle(bares.map(({ perSecond }) => perSecond)),
  };
}

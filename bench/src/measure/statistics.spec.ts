import { describe, expect, it } from '@jest/globals';
import { isSteady, latenciesOf, mean, percentile, spreadOf, withoutExtremes } from './statistics.js';

const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);

describe('percentiles', () => {
  it('do not depend on the order', () => {
    expect(latenciesOf(hundred)).toEqual({ p50: 51, p99: 100 });
  });

  it('of few values are one of them', () => {
    expect(percentile([7], 0.99)).toBe(7);
    expect(percentile([], 0.5)).toBe(0);
  });
});

describe('extremes', () => {
  it('are left out of five windows', () => {
    expect(withoutExtremes([5, 1, 99, 2, 3], (value) => value)).toEqual([2, 3, 5]);
  });

  it('are kept if few windows would remain', () => {
    expect(withoutExtremes([9, 1, 2], (value) => value)).toEqual([1, 2, 9]);
  });
});

it('the spread is half of the range, as a share of the mean', () => {
  expect(spreadOf([9, 10, 11])).toBeCloseTo(0.1);
  expect(spreadOf([])).toBe(0);
  expect(mean([])).toBe(0);
});

describe('a warm-up', () => {
  it('is over when three windows in a row agree', () => {
    expect(isSteady([20, 10, 9.5, 9.6])).toBe(true);
  });

  it.each([[[10, 10]], [[12, 10, 10]], [[10, 10, 12]], [[]]])('is not over after %j', (values) => {
    expect(isSteady(values)).toBe(false);
  });
});

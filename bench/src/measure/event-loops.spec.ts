import { expect, it } from '@jest/globals';
import { longestBlockIn } from './event-loops.js';

it('reads the longest block, without the interval of the measurement', () => {
  const metrics = '# TYPE nodejs_eventloop_lag_max_seconds gauge\nnodejs_eventloop_lag_max_seconds{service="gateway"} 0.0855\nother 3\n';
  expect(longestBlockIn(metrics)).toBeCloseTo(75.5);
});

it('is never below zero', () => {
  expect(longestBlockIn('nodejs_eventloop_lag_max_seconds 0.0099')).toBe(0);
});

it('fails for a process without the metric', () => {
  expect(() => longestBlockIn('other 3')).toThrow();
});

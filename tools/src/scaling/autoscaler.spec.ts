import { expect, it } from '@jest/globals';
import { wantedReplicas } from './autoscaler.js';

it.each([
  ['one is added above the target', [0.7], 0.6, 2],
  ['none is added within a tenth of it', [0.65], 0.6, 1],
  ['the mean counts, not the busiest', [0.9, 0.1], 0.6, 2],
  ['as many are added as are needed', [1.5], 0.6, 3],
  ['no more than allowed', [3], 0.6, 4],
  ['one is removed below the target', [0.2, 0.2], 0.6, 1],
  ['one stays without any load', [0], 0.6, 1],
])('%s', (_, signals, target, expected) => {
  expect(wantedReplicas(signals, target, 4)).toBe(expected);
});

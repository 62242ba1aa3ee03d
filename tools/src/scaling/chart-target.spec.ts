import { expect, it } from '@jest/globals';
import { chartTarget, coresOf } from './chart-target.js';

it('reads quantities of processor time as Kubernetes does', () => {
  expect(['150m', '1', '0.5', '2000m'].map(coresOf)).toEqual([0.15, 1, 0.5, 2]);
  expect(() => coresOf('128Mi')).toThrow('128Mi');
});

it('scales by the percentage and the request of the chart, or by another percentage', () => {
  const { percent, requested, cores } = chartTarget('event-queue');
  expect(cores).toBeCloseTo((requested * percent) / 100);
  expect(chartTarget('event-queue', 50).cores).toBeCloseTo(requested / 2);
});

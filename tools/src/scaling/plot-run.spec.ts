import { expect, it } from '@jest/globals';
import { plotRun } from './plot-run.js';

it('draws a line for each replica, from when it was there', () => {
  const svg = plotRun({
    title: 'a < b',
    target: 0.3,
    percent: 80,
    moments: [
      { seconds: 0, rate: 10, answered: 10, cores: { one: 0.1 } },
      { seconds: 10, rate: 20, answered: 19, cores: { one: 0.4, two: 0 } },
      { seconds: 20, rate: 20, answered: 19, cores: { one: 0.2, two: 0.2 } },
    ],
    marks: [{ seconds: 10, text: 'one more' }],
  });
  const lines = [...svg.matchAll(/<polyline points="([^"]*)"/g)].map(([, points = '']) => points.split(' ').length);
  expect(lines).toEqual([3, 2]);
  expect(svg).toContain('a &lt; b');
  expect(svg).toContain('>one more<');
  expect(svg).toContain('target: 80 % of the request, 0.30 cores');
});

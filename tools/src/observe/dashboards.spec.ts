import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { repositoryPath } from '../repository.js';
import { dashboards } from './dashboards/index.js';
import { declaredSeries, metricsIn } from './metric-names.js';
import { BURN_WINDOWS, ERROR_BUDGET, ERROR_RATIO } from './objectives.js';

const panel = z.object({
  title: z.string(),
  type: z.string(),
  targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).min(1),
});
const dashboard = z.object({ uid: z.string(), panels: z.array(panel).min(1) });
const declared = declaredSeries(readFileSync(repositoryPath('docs/metrics.md'), 'utf8'));
const known = new Set([...declared, ERROR_BUDGET, ...BURN_WINDOWS.map(ERROR_RATIO)]);

describe.each([...dashboards()])('the dashboard %s', (name, made) => {
  const { uid, panels } = dashboard.parse(JSON.parse(JSON.stringify(made)));

  it('has a stable id, and no two panels with one title', () => {
    expect(uid).toBe(`parley-${name}`);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  });

  it('names declared metrics only', () => {
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        expect([title, metricsIn(expr)]).not.toEqual([title, []]);
        expect([title, metricsIn(expr).filter((metric) => !known.has(metric))]).toEqual([title, []]);
      }
    }
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readMarkdown } from '../check/workspace/markdown-file.js';
import { repositoryPath } from '../repository.js';
import { ALERT_GROUPS } from './alerts/index.js';
import { declaredSeries, metricsIn } from './metric-names.js';
import { BURN_WINDOWS, ERROR_BUDGET, ERROR_RATIO, OBJECTIVES } from './objectives.js';

const alerts = ALERT_GROUPS.flatMap((group) => group.alerts);
const declared = declaredSeries(readFileSync(repositoryPath('docs/metrics.md'), 'utf8'));
const recorded = new Set([ERROR_BUDGET, ...BURN_WINDOWS.map(ERROR_RATIO)]);

describe('the metrics of an expression', () => {
  it('are its names, without labels, functions and values of labels', () => {
    const expression = 'sum by (job) (rate(parley_jobs{job="parley_x"}[5m])) > process_cpu_seconds_total and up == 1';
    expect(metricsIn(expression)).toEqual(['parley_jobs', 'process_cpu_seconds_total', 'up']);
  });
});

describe('the alert rules', () => {
  it('name declared metrics only', () => {
    expect(declared).toContain('parley_http_request_seconds_bucket');
    const objectives = OBJECTIVES.flatMap(({ slo, good, all }) => [good('5m'), all('5m')].map((expr) => ({ name: slo, expr })));
    for (const { name, expr } of [...objectives, ...alerts]) {
      const names = metricsIn(expr);
      expect([name, names]).not.toEqual([name, []]);
      expect([name, names.filter((each) => each !== 'up' && !recorded.has(each) && !declared.has(each))]).toEqual([name, []]);
    }
  });

  it('each have a section in docs/runbooks.md, and each section is one of theirs', () => {
    const { anchors } = readMarkdown(readFileSync(repositoryPath('docs/runbooks.md'), 'utf8'));
    const ofAlerts = [...anchors].filter((anchor) => anchor.startsWith('parley'));
    expect(ofAlerts.sort()).toEqual(alerts.map(({ name }) => name.toLowerCase()).sort());
  });
});

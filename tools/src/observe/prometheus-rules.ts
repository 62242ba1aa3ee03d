import { stringify } from 'yaml';
import type { Alert } from './alerts/alert.js';
import { ALERT_GROUPS, type AlertGroup } from './alerts/index.js';
import { OBJECTIVE_ALERTS } from './alerts/objective-alerts.js';
import { BURN_WINDOWS, ERROR_BUDGET, ERROR_RATIO, OBJECTIVES } from './objectives.js';

const HEADER = '# Generated from tools/src/observe by `npm run check -- --fix`. docs/runbooks.md says what to do.\n';

/** Recording rules of the objectives, and all alerts. */
export function prometheusRules(): string {
  return HEADER + rulesOf([objectiveRules(), ...ALERT_GROUPS.map(alertRules)]);
}

/** The rules that the alerts of one group need: tests of one group are not slowed down by all others. */
export function rulesOfGroup(group: AlertGroup): string {
  return rulesOf(group.alerts === OBJECTIVE_ALERTS ? [objectiveRules(), alertRules(group)] : [alertRules(group)]);
}

function rulesOf(groups: readonly object[]): string {
  return stringify({ groups }, { lineWidth: 0 });
}

function objectiveRules() {
  const ratios = OBJECTIVES.flatMap(({ slo, good, all }) =>
    BURN_WINDOWS.map((window) => ({ record: ERROR_RATIO(window), labels: { slo }, expr: `1 - ${good(window)} / ${all(window)}` })),
  );
  const budgets = OBJECTIVES.map(({ slo, target }) => ({
    record: ERROR_BUDGET,
    labels: { slo },
    expr: `vector(${(1 - target).toFixed(4)})`,
  }));
  return { name: 'parley-slo', rules: [...budgets, ...ratios] };
}

function alertRules({ name, alerts }: AlertGroup) {
  return { name, rules: alerts.map(alertRule) };
}

function alertRule({ name, expr, for: held, severity, summary }: Alert) {
  return {
    alert: name,
    expr,
    ...(held === undefined ? {} : { for: held }),
    labels: { severity },
    annotations: { summary, runbook: `docs/runbooks.md#${name.toLowerCase()}` },
  };
}

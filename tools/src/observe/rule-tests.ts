import { stringify } from 'yaml';
import type { Alert, Sample } from './alerts/alert.js';

/** Input of `promtool test rules`: each alert fires at the values that it names, and not at the others. */
export function ruleTests(alerts: readonly Alert[], rulesFile: string): string {
  const tests = alerts.flatMap(({ name, fires, quiet }) => [test(name, fires, true), test(name, quiet, false)]);
  return stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }, { lineWidth: 0 });
}

function test(alertname: string, { series, at }: Sample, mustFire: boolean) {
  return {
    name: `${alertname} ${mustFire ? 'fires' : 'is quiet'}`,
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `group(ALERTS{alertname="${alertname}",alertstate="firing"})`,
        eval_time: at,
        exp_samples: mustFire ? [{ labels: '{}', value: 1 }] : [],
      },
    ],
  };
}

import { dashboards } from './dashboards/index.js';
import { prometheusRules } from './prometheus-rules.js';

/** Files below deploy/ that are generated from this folder, by their path. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const boards = [...dashboards()].map(([name, board]) => [`deploy/grafana/${name}.json`, `${JSON.stringify(board, null, 2)}\n`] as const);
  return new Map([['deploy/prometheus/rules.yaml', prometheusRules()], ...boards]);
}

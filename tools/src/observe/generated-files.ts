import { prometheusRules } from './prometheus-rules.js';

/** Files below deploy/ that are generated from this folder, by their path. */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([['deploy/prometheus/rules.yaml', prometheusRules()]]);
}

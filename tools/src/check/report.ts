import type { RuleResult } from './run-rules.js';

/** The output of `--json`, for the test runner: one test per rule. */
export interface CheckReport {
  readonly passed: number;
  readonly failed: number;
  readonly rules: readonly RuleResult[];
}

export function reportOf(results: readonly RuleResult[]): CheckReport {
  const failed = results.filter(({ violations }) => violations.length > 0).length;
  return { passed: results.length - failed, failed, rules: results };
}

/** The text for the terminal: each violation with file, line, rule and fix, then the rules that hold and those that do not. */
export function textOf({ passed, failed, rules }: CheckReport): string {
  const broken = rules.filter(({ violations }) => violations.length > 0);
  const findings = broken.flatMap(({ rule, violations }) =>
    violations.map(({ file, line, message, fix }) => `${file}:${line}  [${rule}]\n    ${message}\n    ${fix}`),
  );
  const summary = broken.map(({ rule, description, violations }) => `${rule}: ${violations.length} (${description})`);
  const verdict =
    failed === 0 ? `All ${passed} rules hold.` : `${failed} of ${passed + failed} rules are broken:\n  ${summary.join('\n  ')}`;
  return [...findings, verdict].join('\n');
}

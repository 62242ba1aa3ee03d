import type { Exception } from './exceptions.js';
import type { Rule, Violation } from './rule.js';
import type { Workspace } from './workspace/workspace.js';

export interface RuleResult {
  readonly rule: string;
  readonly description: string;
  readonly violations: readonly Violation[];
  readonly tookMs: number;
}

/** Runs rules concurrently: the compiler and the formatter are separate processes. */
export function runRules(rules: readonly Rule[], workspace: Workspace, exceptions: readonly Exception[]): Promise<RuleResult[]> {
  return Promise.all(
    rules.map(async (rule) => {
      const began = performance.now();
      const found = await rule.check(workspace);
      const excused = exceptions.filter((exception) => exception.rule === rule.name);
      const violations = [...found.filter((violation) => !excused.some((each) => covers(each, violation))), ...needless(excused, found)];
      return {
        rule: rule.name,
        description: rule.description,
        violations: inOrder(violations),
        tookMs: Math.round(performance.now() - began),
      };
    }),
  );
}

function covers({ file, about }: Exception, violation: Violation): boolean {
  return violation.file === file && (about === undefined || violation.message.includes(about));
}

/** Exceptions easily outlive their reason, so one that covers no violation is itself a violation. */
function needless(exceptions: readonly Exception[], found: readonly Violation[]): Violation[] {
  return exceptions
    .filter((exception) => !found.some((violation) => covers(exception, violation)))
    .map(({ file, since }) => ({
      file,
      line: 1,
      message: `The exception allowed on ${since} has no violation any more.`,
      fix: 'Remove it from tools/src/check/exceptions.ts.',
    }));
}

function inOrder(violations: readonly Violation[]): Violation[] {
  return violations.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

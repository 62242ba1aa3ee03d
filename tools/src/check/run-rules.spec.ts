import { afterAll, describe, expect, it } from '@jest/globals';
import { EVERY_RULE } from './every-rule.js';
import { EXCEPTIONS } from './exceptions.js';
import { reportOf, textOf } from './report.js';
import type { Rule } from './rule.js';
import { runRules } from './run-rules.js';
import { ScratchWorkspaces } from './scratch-workspace.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

const twice: Rule = {
  name: 'twice',
  description: 'Nothing is wrong.',
  check: () => [
    { file: 'b.ts', line: 2, message: 'Wrong in b.', fix: 'Mend b.' },
    { file: 'a.ts', line: 1, message: 'Wrong in a.', fix: 'Mend a.' },
  ],
};
const exception = { rule: 'twice', reason: 'It is allowed.', since: '2026-11-21' };
const run = (exceptions: Parameters<typeof runRules>[2]) => runRules([twice], scratch.write({}), exceptions);

describe('runRules', () => {
  it('sorts violations by file', async () => {
    const [result] = await run([]);
    expect(result?.violations.map(({ file }) => file)).toEqual(['a.ts', 'b.ts']);
  });

  it('omits violations covered by an exception, and no others', async () => {
    const [result] = await run([
      { ...exception, file: 'a.ts' },
      { ...exception, file: 'b.ts', about: 'in b' },
    ]);
    expect(result?.violations).toEqual([]);
  });

  it('rejects an exception that covers no violation', async () => {
    const [result] = await run([
      { ...exception, file: 'a.ts', about: 'in b' },
      { ...exception, file: 'gone.ts' },
    ]);
    expect(result?.violations.map(({ file, message }) => `${file} ${message}`)).toEqual([
      'a.ts Wrong in a.',
      'a.ts The exception allowed on 2026-11-21 has no violation any more.',
      'b.ts Wrong in b.',
      'gone.ts The exception allowed on 2026-11-21 has no violation any more.',
    ]);
  });
});

describe('the report', () => {
  it('contains file, line, rule, violation and fix, and counts the rules', async () => {
    const report = reportOf(await run([]));
    expect({ passed: report.passed, failed: report.failed }).toEqual({ passed: 0, failed: 1 });
    expect(textOf(report)).toBe(
      [
        'a.ts:1  [twice]\n    Wrong in a.\n    Mend a.',
        'b.ts:2  [twice]\n    Wrong in b.\n    Mend b.',
        '1 of 1 rules are broken:\n  twice: 2 (Nothing is wrong.)',
      ].join('\n'),
    );
  });

  it('is one sentence if all rules hold', () => {
    expect(textOf(reportOf([{ rule: 'twice', description: '', violations: [], tookMs: 1 }]))).toBe('All 1 rules hold.');
  });
});

describe('the exceptions', () => {
  it('have an existing rule, a reason and a date', () => {
    const rules = new Set(EVERY_RULE.map(({ name }) => name));
    for (const { rule, reason, since } of EXCEPTIONS) {
      expect(rules).toContain(rule);
      expect(reason.length).toBeGreaterThan(20);
      expect(since).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });
});

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ClearError } from '../terminal/clear-error.js';
import { EVERY_RULE } from './every-rule.js';
import { EXCEPTIONS } from './exceptions.js';
import { fixWorkspace } from './fix-workspace.js';
import { reportOf, textOf } from './report.js';
import type { Rule } from './rule.js';
import { runRules } from './run-rules.js';
import { Workspace } from './workspace/workspace.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * `npm run check`: format, lint, types, the dependency rule and the workspace rules.
 *
 * `--rule <name>` (repeatable) runs only that rule, `--list` names them all, `--fix` first corrects what is safe to correct,
 * `--json <file>` also writes a {@link CheckReport}, `--root <folder>` checks another checkout.
 * @param say receives the report's text
 * @returns the exit code: 1 if a rule is broken
 */
export async function checkWorkspace(args: readonly string[], say: (text: string) => void): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rule: { type: 'string', multiple: true },
      list: { type: 'boolean', default: false },
      fix: { type: 'boolean', default: false },
      json: { type: 'string' },
      root: { type: 'string', default: ROOT },
    },
  });
  if (values.list) {
    for (const { name, description } of EVERY_RULE) say(`${name.padEnd(20)} ${description}`);
    return 0;
  }
  const rules = values.rule ? values.rule.map(ruleNamed) : EVERY_RULE;
  const root = resolve(values.root);
  if (values.fix) await fixWorkspace(root);

  const report = reportOf(await runRules(rules, new Workspace(root), EXCEPTIONS));
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  say(textOf(report));
  return report.failed === 0 ? 0 : 1;
}

function ruleNamed(name: string): Rule {
  const rule = EVERY_RULE.find((each) => each.name === name);
  if (!rule) throw new ClearError(`There is no rule '${name}'. The rules are: ${EVERY_RULE.map((each) => each.name).join(', ')}.`);
  return rule;
}

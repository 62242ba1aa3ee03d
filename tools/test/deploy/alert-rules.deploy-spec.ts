import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ALERT_GROUPS } from '../../src/observe/alerts/index.js';
import { rulesOfGroup } from '../../src/observe/prometheus-rules.js';
import { ruleTests } from '../../src/observe/rule-tests.js';
import { repositoryPath } from '../../src/repository.js';
import { ScratchFolders } from '../../src/scratch-folders.js';
import { runProgram } from '../../src/supervise/run-program.js';

const promtool = process.env.PARLEY_TEST_PROMTOOL ?? '';
const folders = new ScratchFolders();
afterAll(() => folders.remove());

if (promtool === '') it('the alert rules are not tested, because there is no promtool', () => expect(promtool).toBe(''));
else describe('the alert rules', testRules);

function testRules(): void {
  it('are accepted by Prometheus', async () => {
    const { exitCode, output } = await runProgram(promtool, ['check', 'rules', repositoryPath('deploy/prometheus/rules.yaml')]);
    expect([exitCode, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it.each(ALERT_GROUPS)('of $name fire at bad values, and not at similar good ones', async (group) => {
    const folder = folders.make('rules');
    const [rules, tests] = [join(folder, 'rules.yaml'), join(folder, 'tests.yaml')];
    writeFileSync(rules, rulesOfGroup(group));
    writeFileSync(tests, ruleTests(group.alerts, rules));
    const { exitCode, output } = await runProgram(promtool, ['test', 'rules', tests]);
    expect([exitCode, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('that do not fire at bad values fail the test', async () => {
    const [group] = ALERT_GROUPS.slice(1);
    if (group === undefined) throw new Error('there is no group');
    const folder = folders.make('rules');
    const [rules, tests] = [join(folder, 'rules.yaml'), join(folder, 'tests.yaml')];
    writeFileSync(rules, rulesOfGroup(group).replaceAll('for: 2m', 'for: 2h'));
    writeFileSync(tests, ruleTests(group.alerts, rules));
    const { exitCode, output } = await runProgram(promtool, ['test', 'rules', tests]);
    expect([exitCode, output]).toEqual([1, expect.stringContaining('FAILED')]);
  });
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeConnections } from '../../client/http.js';
import { World } from '../../client/world.js';
import { answersIn, Compatibility } from '../compatibility.js';
import { INSTALL_DEADLINE_MS, pythonWith, TERMINAL_VERSION } from '../python-client.js';
import { fileAt, runScript } from '../run-script.js';

describe('the terminal client', () => {
  const world = new World();
  let python: string | undefined;
  beforeAll(async () => {
    python = await pythonWith('terminal');
  }, INSTALL_DEADLINE_MS);
  afterAll(() => closeConnections());

  it('fills its model, makes its calls and receives its events', async () => {
    if (python === undefined) return;
    const names = ['Anna Terminal', 'Ben Terminal', 'Cleo Terminal'];
    const people = await Promise.all(names.map(async (full_name) => ({ ...(await world.newcomer(full_name)), full_name })));
    const { name } = await world.channel(people.slice(0, 2));
    const environment = { TERMINAL_SITE: world.baseUrl, TERMINAL_CHANNEL: name, TERMINAL_PEOPLE: JSON.stringify(people) };
    const run = await runScript(python, [fileAt('e2e/clients/python/terminal.py')], { environment });
    expect({ exitCode: run.exitCode, errors: run.errors }).toEqual({ exitCode: 0, errors: '' });
    const compatibility = new Compatibility('terminal', `zulip-term ${TERMINAL_VERSION}`);
    const answers = answersIn(run.output);
    for (const answer of answers) compatibility.note(answer.call, answer);
    expect(answers.filter(({ result }) => result !== 'success').map(({ call }) => call)).toEqual([]);
    compatibility.expectPageIsCurrent();
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { answerOfBot } from './answer-of-bot.js';
import { commandBeside, INSTALL_DEADLINE_MS, pythonWith } from './python-client.js';
import { blocksOf, fileAt } from './run-script.js';

const world = new World();

let directory: string;
/** The first answer of each bot. All run at once, because they mostly wait. */
let answers: ReadonlyMap<string, string>;
beforeAll(async () => {
  // Inside the repository, so that Node finds zulip-js.
  mkdirSync(fileAt('.parley/bots'), { recursive: true });
  directory = mkdtempSync(fileAt('.parley/bots/run-'));
  const python = await pythonWith('zulip');
  const programs: readonly (readonly [name: string, program: string, ...args: readonly string[]])[] = [
    ['JavaScript', process.execPath, writtenToFile('js', 'bot.mjs')],
    ['curl', 'bash', writtenToFile('bash', 'bot.sh')],
    ...(python === undefined
      ? []
      : ([
          ['Python', python, writtenToFile('python', 'bot.py')],
          ['helloworld', commandBeside(python, 'zulip-run-bot'), 'helloworld'],
          ['incrementor', commandBeside(python, 'zulip-run-bot'), 'incrementor'],
        ] as const)),
  ];
  answers = new Map(
    await Promise.all(
      programs.map(async ([name, program, ...args]) => [name, await answerOfBot(world, name, [program, ...args], directory)] as const),
    ),
  );
}, INSTALL_DEADLINE_MS);
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
  closeConnections();
});

describe('the bot of docs/clients.md', () => {
  it.each(['Python', 'JavaScript', 'curl'])('in %s answers a direct message', (name) => {
    if (name === 'Python' && !answers.has(name)) return;
    expect(answers.get(name)).toBe(`${world.colleague.full_name}, this is ${name}.`);
  });
});

describe('a bot of the package zulip-bots, run with zulip-run-bot,', () => {
  it.each([
    ['helloworld', /^beep boop$/],
    // Stores its number and the id of its message in the bot storage.
    ['incrementor', /^\d+$/],
  ])('%s answers a direct message', (name, answer) => {
    if (answers.has(name)) expect(answers.get(name)).toMatch(answer);
  });
});

/** A file with the code that docs/clients.md prints. */
function writtenToFile(language: string, file: string): string {
  const path = join(directory, file);
  writeFileSync(path, blocksOf('docs/clients.md', language).join('\n'));
  return path;
}

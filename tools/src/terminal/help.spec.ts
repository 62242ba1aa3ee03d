import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { repositoryPath } from '../repository.js';

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(repositoryPath('package.json'), 'utf8'));
const commands = Object.entries(scripts).map(([script, line]) => [script, line.replace('node tools/bootstrap.mjs ', '')] as const);

it.each(commands)('npm run %s -- --help prints its usage, and does nothing else', (script, command) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [repositoryPath('tools/bootstrap.mjs'), command, '--help'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const typed = ['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`;
  expect(stdout).toMatch(new RegExp(`^Usage: ${typed}( |\n)`));
});

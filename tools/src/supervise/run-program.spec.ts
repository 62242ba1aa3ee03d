import { expect, it } from '@jest/globals';
import { runProgram } from './run-program.js';

const run = (script: string) => runProgram(process.execPath, ['-e', script]);

it('a program returns its exit code and all output', async () => {
  await expect(run("console.log('one'); process.exitCode = 3")).resolves.toMatchObject({ exitCode: 3, output: 'one\n' });
});

it('one that was killed fails, and its output names the signal even if there is no other', async () => {
  await expect(run("process.kill(process.pid, 'SIGKILL')")).resolves.toMatchObject({ exitCode: 1, output: 'Ended by SIGKILL.' });
});

it('one that cannot be started fails with the reason', async () => {
  const { exitCode, output } = await runProgram('/nowhere/at/all', []);
  expect([exitCode, output]).toEqual([127, expect.stringContaining('ENOENT')]);
});

// npm run test:nodes [-- --nodes 22,24] [<words>]: tests with other versions of Node than the installed one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureNode } from '../programs/ensure-node.js';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { ClearError } from '../terminal/clear-error.js';
import { onInterruption } from '../terminal/interruption.js';
import { runCommand } from '../terminal/run-command.js';

/** What depends most on Node: pure code, the HTTP server, streams, and bundles. */
const WORDS = ['unit', 'contract', 'api'];

await runCommand(async () => {
  const { lines, words } = readArguments();
  const signal = onInterruption();
  const outcomes: { version: string; failed: boolean }[] = [];
  for (const line of lines) {
    const { folder, version } = await ensureNode(line, signal);
    console.log(`\n===== Node ${version} =====`);
    const failed = (await test(folder, words, signal)) !== 0;
    outcomes.push({ version, failed });
    if (signal.aborted) break;
  }
  console.log(`\n${outcomes.map(({ version, failed }) => `Node ${version}: ${failed ? 'failed' : 'passed'}`).join('\n')}`);
  return outcomes.some(({ failed }) => failed) ? 1 : 0;
});

function readArguments(): { lines: string[]; words: string[] } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { nodes: { type: 'string', default: '22,24' } } });
    return { lines: values.nodes.split(','), words: positionals.length === 0 ? WORDS : positionals };
  } catch (error) {
    throw new ClearError(`${error instanceof Error ? error.message : String(error)} npm run test:nodes -- --help shows the options.`);
  }
}

/** @returns the exit code of npm test with this Node */
async function test(folder: string, words: readonly string[], signal: AbortSignal): Promise<unknown> {
  const child = spawn(join(folder, 'node'), [repositoryPath('tools/bootstrap.mjs'), 'test', ...words], {
    cwd: repositoryRoot,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` },
    stdio: 'inherit',
  });
  signal.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  const [code] = await once(child, 'exit');
  return code;
}

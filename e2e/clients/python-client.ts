import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileAt, runScript } from './run-script.js';

const VERSION = '0.9.1';
const ENVIRONMENT = fileAt(`.parley/python/zulip-${VERSION}`);
const PYTHON = `${ENVIRONMENT}/bin/python`;

/**
 * A Python that has the stock `zulip` package, in a virtual environment below .parley that is made once.
 * undefined, with a line that cannot be missed, on a machine without Python or without a package index.
 */
export async function pythonWithClient(): Promise<string | undefined> {
  if (await imports()) return PYTHON;
  mkdirSync(dirname(ENVIRONMENT), { recursive: true });
  const made = await runScript('python3', ['-m', 'venv', '--clear', ENVIRONMENT]);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--timeout', '10', '--retries', '1'];
  const installed = made.exitCode === 0 ? await runScript(PYTHON, [...install, `zulip==${VERSION}`]) : made;
  if (installed.exitCode === 0 && (await imports())) return PYTHON;
  process.stderr.write(`\n!!!!!! SKIPPED: the Python client is not to be had here, and nothing of it is tested.\n${installed.errors}\n`);
  return undefined;
}

async function imports(): Promise<boolean> {
  return existsSync(PYTHON) && (await runScript(PYTHON, ['-c', 'import zulip'])).exitCode === 0;
}

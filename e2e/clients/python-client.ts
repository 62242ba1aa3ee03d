import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileAt, runScript } from './run-script.js';

export const ZULIP_VERSION = '0.9.1';
export const TERMINAL_VERSION = '0.7.0';
const SCIM_TESTER_VERSION = '0.5.2';

/** A slow machine installs for minutes. A package index that cannot be reached fails within seconds. */
export const INSTALL_DEADLINE_MS = 600_000;

/** The packages that pip installs, and the modules that they contain. */
const PACKAGES = {
  zulip: { names: [`zulip==${ZULIP_VERSION}`, `zulip-bots==${ZULIP_VERSION}`], modules: ['zulip', 'zulip_bots'] },
  // Its last release excludes newer versions of Python, but runs on them.
  terminal: { names: [`zulip-term==${TERMINAL_VERSION}`, '--ignore-requires-python'], modules: ['zulipterminal.model'] },
  scim: {
    names: [`scim2-tester==${SCIM_TESTER_VERSION}`, 'scim2-client==0.13.2', 'scim2-models==0.12.3', 'httpx2==2.16.2'],
    modules: ['scim2_tester', 'scim2_client.engines.httpx2'],
  },
  generator: { names: ['openapi-python-client==0.29.1', 'mypy==2.4.1'], modules: ['openapi_python_client', 'mypy', 'httpx', 'attrs'] },
} as const;

/**
 * A Python with the stock packages, in a virtual environment below .parley that is created once.
 * Undefined, with a visible warning, on a machine without Python or without a package index.
 */
export async function pythonWith(kind: keyof typeof PACKAGES): Promise<string | undefined> {
  const { names, modules } = PACKAGES[kind];
  const environment = fileAt(`.parley/python/${names.filter((name) => name.includes('==')).join('+')}`);
  const python = join(environment, 'bin/python');
  const proof = join(environment, 'imports');
  if (existsSync(proof)) return python;
  mkdirSync(dirname(environment), { recursive: true });
  const slowly = { deadlineMs: INSTALL_DEADLINE_MS };
  const made = await runScript('python3', ['-m', 'venv', '--clear', environment], slowly);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--timeout', '10', '--retries', '1'];
  const installed = made.exitCode === 0 ? await runScript(python, [...install, ...names], slowly) : made;
  const imported = installed.exitCode === 0 ? await runScript(python, ['-c', `import ${modules.join(', ')}`], slowly) : installed;
  if (imported.exitCode === 0) {
    writeFileSync(proof, '');
    return python;
  }
  process.stderr.write(`\n!!!!!! SKIPPED: ${names[0]} cannot be installed here, and is not tested.\n${imported.errors}\n`);
  return undefined;
}

/** The path of a command that a package installed. */
export function commandBeside(python: string, name: string): string {
  return join(dirname(python), name);
}

// Builds one project: the Prisma client first if the project owns it, then TypeScript. Run by Nx with the project as working directory.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

if (existsSync('prisma-client.json')) run('tools/generate-prisma-client.mjs');
run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json');

/** A failed script has printed the reason, so no stack trace is needed. */
function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [`${root}${script}`, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

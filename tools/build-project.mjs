// Builds one project: the Prisma client first where the project owns it, then TypeScript. Run by Nx with the project as working directory.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (script, ...args) => execFileSync(process.execPath, [`${root}node_modules/${script}`, ...args], { stdio: 'inherit' });

if (existsSync('prisma-client.json')) {
  execFileSync(process.execPath, [`${root}tools/generate-prisma-client.mjs`], { stdio: 'inherit' });
}
run('typescript/bin/tsc', '-p', 'tsconfig.json');

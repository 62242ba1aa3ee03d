// Builds one project: the Prisma client first if the project owns it, then its programs or its page, then what else the project writes into its dist. Run by Nx with the project as working directory.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundlePage } from './bundle/bundle-page.mjs';
import { bundlePrograms } from './bundle/bundle-programs.mjs';

if (existsSync('prisma-client.json')) {
  const script = fileURLToPath(new URL('generate-prisma-client.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  // A failed script has printed the reason, so no stack trace is needed.
  if (status !== 0) process.exit(status ?? 1);
}
try {
  await bundlePrograms(process.cwd());
  await bundlePage(process.cwd());
} catch (error) {
  // esbuild has printed them.
  if (error.errors === undefined) console.error(error);
  process.exit(1);
}
const outputs = resolve('src/build-outputs.ts');
if (existsSync(outputs)) {
  register('./jest/typescript-hooks.mjs', import.meta.url);
  await import(pathToFileURL(outputs).href);
}

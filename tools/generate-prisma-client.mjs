// Generates the Prisma client of libs/persistence from prisma/schema if a schema file is newer than the client.
// `prisma generate` requires an engine binary but does not use it here: naming any executable prevents a download.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const schema = join(root, 'prisma/schema');
const client = join(root, 'libs/persistence/src/generated/client.ts');

const sources = readdirSync(schema, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.prisma'))
  .map((name) => join(schema, name));
const changedAt = Math.max(...[...sources, schema, join(root, 'package-lock.json')].map((path) => statSync(path).mtimeMs));

if (!existsSync(client) || statSync(client).mtimeMs < changedAt) {
  execFileSync(process.execPath, [join(root, 'node_modules/prisma/build/index.js'), 'generate'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
  });
}

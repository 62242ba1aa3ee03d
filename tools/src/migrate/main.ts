// The migration job of a deployment: `DATABASE_URL=… node tools/dist/migrate/main.js`. Exits 0 when every migration is applied.

import { repositoryPath } from '../repository.js';
import { requireUrl } from '../terminal/require-url.js';
import { runCommand } from '../terminal/run-command.js';
import { applyMigrations } from './apply-migrations.js';
import { ensureDatabase } from './ensure-database.js';

await runCommand(async () => {
  const url = requireUrl('DATABASE_URL', process.env.DATABASE_URL, ['postgres:', 'postgresql:']);
  await ensureDatabase(url);
  const { applied, edited } = await applyMigrations(url, repositoryPath('prisma/migrations'));
  for (const name of applied) console.log(`applied ${name}`);
  for (const name of edited) console.warn(`warning: ${name} was edited after it had been applied`);
  if (applied.length === 0) console.log('nothing to apply');
});

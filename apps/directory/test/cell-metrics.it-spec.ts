import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Prisma } from '@parley/persistence';
import { TestSuite, testDatabase } from '@parley/testing';
import { directoryConfig } from '../src/config.js';
import { DirectoryModule } from '../src/directory.module.js';

let suite: TestSuite;
beforeAll(async () => {
  suite = await TestSuite.open(await testDatabase('directory'));
});
afterAll(() => suite.close());

/** The metrics of a replica that has not read any yet: values by name and label. */
async function freshMetrics(): Promise<Record<string, number>> {
  const environment = { CELLS: 'cell-1,cell-2', LOG_LEVEL: 'silent' };
  const directory = await suite.start('directory', DirectoryModule, directoryConfig, environment);
  try {
    const text = await (await fetch(`${directory.managementUrl}/metrics`)).text();
    const found = text.matchAll(/^(parley_(?:cell|move)\w+)\{[^}]*(?:cell|step)="([^"]+)"[^}]*\} (.+)$/gm);
    return Object.fromEntries([...found].map(([, name, label, value]) => [`${name} ${label}`, Number(value)]));
  } finally {
    await directory.stop();
  }
}

it('shows how full each cell is, and how long the oldest move has been in its step', async () => {
  const run = (statement: Prisma.Sql) => suite.database.direct.$executeRaw(statement);
  const empty = await freshMetrics();
  expect(empty).toEqual({
    'parley_cell_organizations cell-1': 0,
    'parley_cell_organizations cell-2': 0,
    ...Object.fromEntries(
      ['copying', 'switching', 'cancelling', 'left'].flatMap((step) =>
        [`moves ${step}`, `move_step_seconds ${step}`].map((name) => [`parley_${name}`, 0]),
      ),
    ),
  });
  await run(Prisma.sql`UPDATE cell SET capacity = 5 WHERE name = 'cell-2'`);
  await run(Prisma.sql`INSERT INTO place (string_id, organization_id, cell, state) VALUES ('acme', 7, 'cell-1', 'active')`);
  await run(
    Prisma.sql`INSERT INTO place (string_id, organization_id, cell, target, state) VALUES ('other', 8, 'cell-1', 'cell-2', 'moving')`,
  );
  await run(Prisma.sql`
    INSERT INTO move (organization_id, string_id, source, target, step, step_at) VALUES (7, 'acme', 'cell-1', 'cell-2', 'copying', now()),
      (8, 'other', 'cell-1', 'cell-2', 'switching', now() - interval '10 minutes')`);
  const filled = await freshMetrics();
  expect(filled).toMatchObject({
    'parley_cell_organizations cell-1': 2,
    'parley_cell_organizations cell-2': 2,
    'parley_cell_capacity cell-2': 5,
    'parley_moves copying': 1,
    'parley_moves switching': 1,
    'parley_moves left': 0,
    'parley_move_step_seconds left': 0,
  });
  expect(filled).not.toHaveProperty(['parley_cell_capacity cell-1']);
  expect(filled['parley_move_step_seconds switching']).toBeGreaterThanOrEqual(595);
});

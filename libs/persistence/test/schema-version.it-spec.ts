import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '@parley/testing';
import { Database } from '../src/index.js';
import { SCHEMA_VERSION, versionProblem } from '../src/schema-version.js';

let postgres: TestDatabase;
let service: Database;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterAll(() => postgres.close());

const ROLES = ['organization', 'channels', 'messaging', 'settings', 'invitations', 'notifications', 'event_queue'];

beforeEach(async () => {
  await postgres.database.client.installation.updateMany({ data: { schemaVersion: SCHEMA_VERSION, oldestVersion: null } });
});

async function problemFor(role: string): Promise<string | undefined> {
  service = new Database({ url: postgres.env.DATABASE_URL, poolSize: 1, name: 'versions', role: `parley_${role}` });
  try {
    return await versionProblem(service.direct);
  } finally {
    await service.close();
  }
}

it.each(ROLES)('%s may read which versions work with the schema', async (role) => {
  expect(await problemFor(role)).toBeUndefined();
  await postgres.database.client.installation.updateMany({ data: { schemaVersion: '20261122000000_initial' } });
  expect(await problemFor(role)).toMatch(/^has the schema 20261122000000_initial, and this version needs /);
});

it('a contract step makes this version too old', async () => {
  await postgres.database.client.installation.updateMany({
    data: { schemaVersion: '99990101000000_b', oldestVersion: '99980101000000_a' },
  });
  expect(await problemFor('messaging')).toContain('it needs a version that knows 99980101000000_a');
});

it('a database from before there were versions is too old', async () => {
  await postgres.database.client.$executeRaw`ALTER TABLE installation DROP COLUMN schema_version`;
  expect(await problemFor('messaging')).toMatch(/^has a schema from before it had versions, and this version needs /);
});

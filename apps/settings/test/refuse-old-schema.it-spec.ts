import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TestSuite } from '@parley/testing';
import { settingsConfig } from '../src/config.js';
import { SettingsServiceModule } from '../src/settings-service.module.js';

let suite: TestSuite;
beforeAll(async () => {
  suite = await TestSuite.open();
});
afterAll(() => suite.close());

const NEWER = '99990101000000_newer';
const setVersions = (schemaVersion: string | null, oldestVersion: string | null) =>
  suite.database.client.installation.updateMany({ data: { schemaVersion, oldestVersion } });
const start = () => suite.start('settings', SettingsServiceModule, settingsConfig);

it('a service does not start on a schema that is older than it, or that no longer has what it uses', async () => {
  await setVersions('20261122000000_initial', null);
  await expect(start()).rejects.toThrow(/^This version and its database do not fit: PostgreSQL has the schema 20261122000000_initial/);
  await setVersions(NEWER, NEWER);
  await expect(start()).rejects.toThrow(/^This version and its database do not fit: PostgreSQL has a schema from which parts were removed/);
});

it('a service works on a newer schema until a contract step makes it too old; then it is not ready and says why', async () => {
  await setVersions(NEWER, null);
  const { health } = (await start()).runtime;
  expect((await health.read()).isReady).toBe(true);
  await setVersions(NEWER, NEWER);
  const { isReady, stores } = await health.read();
  expect([isReady, stores.postgres?.problem]).toEqual([false, expect.stringContaining(`it needs a version that knows ${NEWER}`)]);
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { getAuditLog } from '@parley/contracts/organization';
import { recordedEnvironment } from '../../tools/src/suite/recorded-environment.js';
import { Actor } from '../client/actor.js';
import { organizationOf, personOf, readDemo } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { KillTargets } from '../client/kill-targets.js';
import { fileAt, runScript } from '../clients/run-script.js';
import { SuitePostgres } from './time-travel/suite-postgres.js';

const TIMEOUT_MS = 600_000;
/** Of one export. */
const DEADLINE_MS = 120_000;

let folder: string;
beforeAll(async () => {
  await new KillTargets().untilAllReady();
  folder = await mkdtemp(join(tmpdir(), 'parley-standby-'));
}, TIMEOUT_MS);
afterAll(async () => {
  closeConnections();
  await rm(folder, { recursive: true, force: true });
});

it(
  'an organization is exported from a standby, and its owners read of it in the audit log of the primary',
  async () => {
    const demo = readDemo(process.env.PARLEY_DEMO_JSON);
    const organization = organizationOf(demo, 'demo');
    const owner = new Actor(demo.base_url, personOf(organization, ROLES.owner));
    const read = async () => (await owner.ok(getAuditLog, { kind: 'organization.exported' })).entries;
    const before = Math.max(0, ...(await read()).map(({ id }) => id));

    await (await SuitePostgres.open()).whileStandbyServes(async (url) => {
      const environment = { ...recordedEnvironment(dirname(process.env.PARLEY_DEMO_JSON ?? '')), LOG_LEVEL: 'silent', DATABASE_URL: url };
      const admin = (to: string, given: Readonly<Record<string, string>>, ...options: string[]) => {
        const words = ['export-organization', organization.string_id, '--to', join(folder, to), ...options];
        return runScript(process.execPath, [fileAt('apps/admin/dist/main.js'), ...words], {
          environment: { ...environment, ...given },
          deadlineMs: DEADLINE_MS,
        });
      };
      expect(await admin('noted', {})).toMatchObject({ exitCode: 0 });
      expect((await read()).filter(({ id }) => id > before)).toContainEqual(expect.objectContaining({ actor_type: 'operator' }));

      const alone = await admin('unnoted', { NATS_URL: 'nats://127.0.0.1:1' }, '--without-audit-entry');
      expect(alone).toMatchObject({ exitCode: 0, errors: expect.stringContaining('This export is not in the audit log') });
    });
    for (const each of ['noted', 'unnoted']) {
      const manifest = JSON.parse(await readFile(join(folder, each, 'manifest.json'), 'utf8'));
      expect(manifest.organization).toMatchObject({ stringId: organization.string_id });
    }
  },
  TIMEOUT_MS,
);

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { getAuditLog } from '@parley/contracts/organization';
import { type FilledOrganization, filledOrganization } from './filled-organization.js';
import { OperatedSuite } from './operated-suite.js';

let suite: OperatedSuite;
/** Its services do not run. */
let stopped: OperatedSuite;
let folder: string;
beforeAll(async () => {
  suite = await OperatedSuite.open('organization');
  stopped = await OperatedSuite.open();
  folder = await mkdtemp(join(tmpdir(), 'parley-noted-'));
}, 120_000);
afterAll(async () => {
  await Promise.all([suite.close(), stopped.close()]);
  await rm(folder, { recursive: true });
});

const NO_ENTRY =
  'So the audit log has no entry of the export, and nothing was exported. To export without an entry, add --without-audit-entry.';
const operator = (kind: string, subject: number) => ({
  kind,
  subject: String(subject),
  actor_type: 'operator',
  actor_id: null,
  request_id: expect.stringMatching(/^[\w-]+$/),
  changes: {},
});

/** What owners read. */
async function readByOwner({ id, userIds }: FilledOrganization): Promise<unknown[]> {
  const owner = { organizationId: id, userId: userIds[0] ?? 0, role: ROLES.owner, isBot: false, botOwnerId: null, clientName: 'tests' };
  return (await suite.stores.rpc.call(getAuditLog, { limit: 100 }, owner)).entries;
}
async function readByOperator({ stringId }: FilledOrganization, kind: string): Promise<unknown[]> {
  const { out } = await suite.run('audit', '--organization', stringId, '--kind', kind, '--json');
  return JSON.parse(out);
}
async function exportsIn({ stores }: OperatedSuite, { id }: FilledOrganization): Promise<number> {
  const found = await stores.database.client.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM audit_log WHERE organization_id = ${id} AND kind LIKE '%.exported'`;
  return found[0]?.count ?? 0;
}

describe('an export of the operator', () => {
  it('is in the audit log, for owners and operators', async () => {
    const organization = await filledOrganization(suite);
    const [owner = 0] = organization.userIds;
    expect(await suite.run('export-organization', organization.stringId, '--to', join(folder, 'noted'))).toMatchObject({ exitCode: 0 });
    expect(await suite.run('export-person', organization.stringId, String(owner), '--to', join(folder, 'person'))).toMatchObject({
      exitCode: 0,
    });
    const [whole, person] = [operator('organization.exported', organization.id), operator('user.exported', owner)];
    expect((await readByOwner(organization)).slice(0, 2)).toMatchObject([person, whole]);
    expect(await readByOperator(organization, 'organization.exported')).toMatchObject([whole]);
    expect(await readByOperator(organization, 'user.exported')).toMatchObject([person]);
  });

  it('is in it before a row is read', async () => {
    const organization = await filledOrganization(suite);
    expect(await suite.run('export-organization', organization.stringId, '--to', join(folder, 'before'))).toMatchObject({ exitCode: 0 });
    const lines = gunzipSync(await readFile(join(folder, 'before/tables/audit_log.jsonl.gz'))).toString();
    expect(lines).toContain('"organization.exported"');
  });

  it('is not in that of another organization', async () => {
    const [organization, another] = [await filledOrganization(suite), await filledOrganization(suite)];
    expect(await suite.run('export-organization', organization.stringId, '--to', join(folder, 'own'))).toMatchObject({ exitCode: 0 });
    expect(await exportsIn(suite, organization)).toBe(1);
    expect(await exportsIn(suite, another)).toBe(0);
  });
});

describe('without an entry', () => {
  it('nothing is exported while the organization service does not run', async () => {
    const organization = await filledOrganization(stopped);
    const error = `The organization service does not answer. Is it running? ${NO_ENTRY}\n`;
    const to = join(folder, 'refused');
    expect(await stopped.run('export-organization', organization.stringId, '--to', to)).toEqual({ exitCode: 1, out: '', error });
    expect(await readdir(to)).toEqual(['unfinished.json']);
  });

  it('nothing is exported from a database with another organization than that of the services', async () => {
    const organization = await filledOrganization(stopped);
    const environment = { DATABASE_URL: stopped.environment.DATABASE_URL ?? '' };
    expect(await suite.runWith({ environment }, 'export-organization', organization.stringId, '--to', join(folder, 'foreign'))).toEqual({
      exitCode: 1,
      out: '',
      error: `The running services do not have the organization ${organization.stringId} of DATABASE_URL. ${NO_ENTRY}\n`,
    });
  });

  it('an export needs the option, which says so, and needs no service', async () => {
    const organization = await filledOrganization(stopped);
    const [owner = 0] = organization.userIds;
    const run = (...words: string[]) =>
      stopped.runWith({ environment: { NATS_URL: 'nats://127.0.0.1:1' } }, ...words, '--without-audit-entry');
    const said = `This export is not in the audit log, so the owners of ${organization.stringId} do not learn of it (--without-audit-entry).\n`;
    for (const done of [
      await run('export-organization', organization.stringId, '--to', join(folder, 'unnoted')),
      await run('export-person', organization.stringId, String(owner), '--to', join(folder, 'unnoted-person')),
    ]) {
      expect(done).toMatchObject({ exitCode: 0 });
      expect(done.error).toContain(said);
    }
    expect(await exportsIn(stopped, organization)).toBe(0);
  });
});

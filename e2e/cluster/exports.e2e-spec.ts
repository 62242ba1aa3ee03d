import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { listMessageExports, sendMessage, startMessageExport } from '@parley/contracts/messaging';
import type { DatabaseConnection } from '@parley/testing';
import { extract } from 'tar-stream';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { KillTargets } from '../client/kill-targets.js';
import { connectToSuiteDatabase } from '../client/suite-database.js';
import { World } from '../client/world.js';
import { PatientActor } from './patient-actor.js';

const DEADLINE_MS = 90_000;
const TEST_MS = 300_000;

const world = new World();
const owner = new PatientActor(world.baseUrl, world.owner);
const killTargets = new KillTargets();
let database: DatabaseConnection;
/** Holds a lock of a table. */
let tables: DatabaseConnection;
/** Holds the counter of the organization. */
let counter: DatabaseConnection;
beforeAll(async () => {
  [database, tables, counter] = await Promise.all([connectToSuiteDatabase(), connectToSuiteDatabase(), connectToSuiteDatabase()]);
});
afterAll(async () => {
  await Promise.all([database.end(), tables.end(), counter.end(), closeConnections()]);
});

/** Also after a test that failed, so that nothing waits for its locks. */
afterEach(async () => {
  await Promise.all([tables.query('ROLLBACK'), counter.query('ROLLBACK')]);
});

const exportOf = async (id: number) => (await owner.ok(listMessageExports, {})).exports.find((each) => each.id === id);
const rowOf = async (id: number): Promise<{ organization_id: number; file: string | null; state: string; attempts: number }> => {
  const { rows } = await database.query('SELECT organization_id, file, state, attempts FROM message_export WHERE id = $1', [id]);
  return rows[0];
};
const ended = (id: number) =>
  eventually(
    () => exportOf(id),
    (found) => found?.pending === false,
    { deadlineMs: DEADLINE_MS },
  );

async function download(url: string) {
  const { email, api_key } = world.owner;
  const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
  const answer = await fetch(`${world.baseUrl}${url}`, { headers: { authorization } });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function entriesOf(packed: Buffer) {
  const unpacking = extract();
  unpacking.end(gunzipSync(packed));
  const entries: { name: string; text: string }[] = [];
  for await (const entry of unpacking) entries.push({ name: entry.header.name, text: String(await buffer(entry)) });
  return entries;
}

/** Begins an export that waits before it reads what belongs to its first messages, until `tables` ends its transaction. */
async function startHeld(): Promise<number> {
  await tables.query('BEGIN');
  await tables.query('LOCK TABLE attachment_message IN ACCESS EXCLUSIVE MODE');
  const { id } = await owner.ok(startMessageExport, {});
  const waiting = async () => {
    const { rows } = await database.query(
      `SELECT FROM pg_locks WHERE relation = 'attachment_message'::regclass AND NOT granted AND locktype = 'relation'`,
    );
    return rows.length;
  };
  await eventually(
    () => rowOf(id),
    ({ state, file }) => state === 'started' && file !== null,
    { deadlineMs: DEADLINE_MS },
  );
  await eventually(waiting, (count) => count > 0, { deadlineMs: DEADLINE_MS });
  return id;
}

/** Kills all processes that can write exports. What the dead one had reserved is due at once, as after half a minute. */
async function killWriters(id: number, release: () => Promise<unknown>, attempts?: number): Promise<void> {
  const killed = ['messaging-1', 'messaging-2'].map((name) => killTargets.kill(name));
  await database.query('UPDATE message_export SET next_at = now(), attempts = coalesce($2, attempts) WHERE id = $1', [id, attempts]);
  await release();
  await Promise.all(killed.map(({ isBack }) => isBack));
}

describe('an export whose process is killed', () => {
  it(
    'while it writes offers nothing, and is written whole by another process',
    async () => {
      const text = world.fresh('kept');
      await owner.ok(sendMessage, { type: 'channel', to: (await world.channel([world.owner])).id, topic: 'exports', content: text });
      const id = await startHeld();
      const { file } = await rowOf(id);
      await killWriters(id, async () => tables.query('ROLLBACK'));
      expect((await download(`/user_exports/${id}/${file}.tar.gz`)).status).toBe(404);
      // A new request makes a process look for exports at once, and not in half a minute.
      const { id: next } = await owner.ok(startMessageExport, {});
      for (const each of [id, next]) {
        const { export_url: url } = (await ended(each)) ?? {};
        const { status, bytes } = await download(url ?? '');
        expect(status).toBe(200);
        const archive = await entriesOf(bytes);
        expect(archive.at(-1)?.name).toBe('manifest.json');
        expect(archive.some((entry) => entry.name.startsWith('messages/') && entry.text.includes(text))).toBe(true);
      }
      expect((await rowOf(id)).attempts).toBeGreaterThanOrEqual(2);
    },
    TEST_MS,
  );

  it(
    'for the last time, even when the archive is whole, has failed, and can be asked for again',
    async () => {
      const id = await startHeld();
      const { file, organization_id: organizationId } = await rowOf(id);
      const path = join(dirname(process.env.PARLEY_DEMO_JSON ?? ''), 'files', 'exports', String(organizationId), `${file}.tar.gz`);
      // The archive becomes whole, and cannot be announced.
      await counter.query('BEGIN');
      await counter.query('SELECT FROM organization_counter WHERE organization_id = $1 FOR UPDATE', [organizationId]);
      await tables.query('ROLLBACK');
      await eventually(async () => existsSync(path), Boolean, { deadlineMs: DEADLINE_MS });
      await killWriters(id, async () => counter.query('ROLLBACK'), 3);
      expect((await download(`/user_exports/${id}/${file}.tar.gz`)).status).toBe(404);
      const { id: next } = await owner.ok(startMessageExport, {});
      expect(await ended(id)).toMatchObject({ export_url: null, failed_timestamp: expect.any(Number) });
      expect(existsSync(path)).toBe(false);
      const { export_url: url } = (await ended(next)) ?? {};
      expect((await download(url ?? '')).status).toBe(200);
    },
    TEST_MS,
  );
});

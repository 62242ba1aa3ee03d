import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import { verifyCredentials } from '@parley/contracts/organization';
import { expectSoon } from '@parley/testing';
import { OperatedSuite } from './operated-suite.js';

let suite: OperatedSuite;
let ann: { readonly user_id: number; readonly api_key: string };

beforeAll(async () => {
  suite = await OperatedSuite.open('organization', 'invitations', 'channels', 'messaging', 'settings', 'event-queue');
  await done('create-organization', 'acme', 'Acme Corporation');
  ann = JSON.parse(await done('create-user', 'acme', 'ann@acme.example', 'Ann', '--role', 'owner', '--json'));
}, 180_000);
afterAll(() => suite.close());

/** Runs a command that must succeed, and returns its output. */
async function done(...argv: readonly string[]): Promise<string> {
  const outcome = await suite.run(...argv);
  expect(outcome).toMatchObject({ exitCode: 0, error: '' });
  return outcome.out;
}

const opens = (host: string) =>
  suite.stores.rpc.call(
    verifyCredentials,
    { host, username: 'ann@acme.example', apiKey: ann.api_key },
    { host: '', clientName: 'internal' },
  );

async function newQueue(): Promise<string> {
  const identity = await opens('acme.localhost:9991');
  const params = { ...REGISTER_DEFAULTS, event_types: ['realm_user'], fetch_event_types: [], narrow: [['is', 'dm'] as [string, string]] };
  const { queue_id } = await suite.stores.rpc.call(registerQueue, params, { ...identity, clientName: 'tests' });
  return queue_id ?? '';
}
const REGISTER_DEFAULTS = {
  apply_markdown: false,
  include_subscribers: 'false',
  slim_presence: false,
  presence_history_limit_days: 14,
} as const;

describe('event queues', () => {
  it('are listed and inspected, as text and as JSON', async () => {
    const queueId = await newQueue();
    expect(await done('list-queues', 'acme')).toMatch(
      new RegExp(`queue id +user id +client +length +last poll +held by\n${queueId} +${ann.user_id} +tests +0 `),
    );
    const listed = JSON.parse(await done('list-queues', 'acme', '--json'));
    expect(listed).toMatchObject({ lag: 0, count: 1, queues: [{ queue_id: queueId, user_id: ann.user_id, length: 0, gateway: null }] });
    const shown = await done('inspect-queue', queueId);
    expect(shown).toMatch(/event types +realm_user\n/);
    expect(shown).toMatch(/narrow +is:dm\n/);
    expect(shown).toMatch(/ends in +9 min \(idle timeout 10 min\)\n/);
    expect(JSON.parse(await done('inspect-queue', queueId, '--json'))).toMatchObject({
      queue_id: queueId,
      event_types: ['realm_user'],
      lag: 0,
    });
  });
  it('that do not exist are refused', async () => {
    expect(await suite.run('inspect-queue', 'nothing')).toEqual({ exitCode: 1, out: '', error: 'There is no queue "nothing".\n' });
    expect(await suite.run('list-queues', 'nowhere')).toMatchObject({ exitCode: 1, error: 'There is no organization "nowhere".\n' });
  });
});

describe('lanes', () => {
  it('are shown and changed; the queues stay', async () => {
    const queueId = await newQueue();
    expect(await done('set-lanes', 'acme')).toMatch(/^"acme" has one lane\.\nlane +queues +behind the log\n\d+ +\d+ +0\n$/);
    const changed = JSON.parse(await done('set-lanes', 'acme', '3', '--json'));
    expect(changed).toMatchObject({ lanes: 3, next: null });
    expect(changed.all).toHaveLength(3);
    expect(await done('inspect-queue', queueId)).toMatch(/event types +realm_user\n/);
    expect(await done('set-lanes', 'acme', '3')).toMatch(/^"acme" has 3 lanes\.\n/);
    expect(await done('set-lanes', 'acme', '1')).toMatch(/^"acme" has one lane\.\n/);
    expect(await done('inspect-queue', queueId)).toMatch(/event types +realm_user\n/);
  });
  it.each(['0', '65', '1.5', '-1', 'many'])('are refused: %s', async (lanes) => {
    expect(await suite.run('set-lanes', 'acme', '--', lanes)).toMatchObject({
      exitCode: 1,
      error: 'The number of lanes is from 1 to 64.\n',
    });
  });
  it('of an organization that does not exist are refused', async () => {
    expect(await suite.run('set-lanes', 'nowhere', '2')).toMatchObject({ exitCode: 1, error: 'There is no organization "nowhere".\n' });
  });
});

describe('the log', () => {
  it('is verified; faults are shown with exit code 1', async () => {
    expect(await done('verify-log', 'acme')).toMatch(/^\d+ events from 1 to \d+ read\. No fault\.\n$/);
    const { id } = JSON.parse(await done('create-organization', 'gaps', 'Gaps', '--json'));
    for (const n of [1, 2, 3]) await done('create-user', 'gaps', `n${n}@gaps.example`, `Number ${n}`);
    await suite.stores.database.client.$executeRaw`DELETE FROM event_log WHERE organization_id = ${id} AND seq = 2`;
    const outcome = await suite.run('verify-log', 'gaps');
    expect(outcome).toMatchObject({ exitCode: 1, error: '', out: expect.stringMatching(/seq +fault\n2 +is missing\n$/) });
    const json = await suite.run('verify-log', 'gaps', '--json', '--from', '1');
    expect(JSON.parse(json.out)).toEqual({ events: 2, first_seq: 1, checked_to: 3, faults: [{ seq: 2, fault: 'is missing' }] });
    expect(await done('verify-log', 'gaps', '--from', '3', '--to', '3')).toBe('1 events from 3 to 3 read. No fault.\n');
  });
  it('gets a new incarnation on request: queues end, and clients register again', async () => {
    const queueId = await newQueue();
    expect(await done('new-incarnation')).toMatch(
      /^The log of \d+ organizations? has a new incarnation\. All event queues end, and clients must register again\.\n$/,
    );
    await expectSoon(async () => (await suite.run('inspect-queue', queueId)).exitCode, 1);
    expect(await done('inspect-queue', await newQueue())).toContain('realm_user');
  });
  it('has no event 0', async () => {
    expect(await suite.run('verify-log', 'acme', '--from', '0')).toMatchObject({ exitCode: 1, out: '' });
  });
});

describe('a restored backup', () => {
  it('is verified; without a fault everything belongs together', async () => {
    expect(await done('verify-backup')).toMatch(
      /^\d+ organizations, \d+ API keys, \d+ uploads and \d+ pictures checked\. Database, files and key secret belong together\.\n$/,
    );
  });

  it('whose files are missing or incomplete is reported, with exit code 1', async () => {
    const { database, storage } = suite.stores;
    const { organizationId, userId: ownerId } = await opens('acme.localhost:9991');
    const place = (letter: string) => letter.repeat(24);
    const data = ['a', 'b', 'c'].map((letter) => ({
      organizationId,
      ownerId,
      pathId: `${organizationId}/${place(letter)}/x.txt`,
      name: 'x.txt',
      size: 4,
    }));
    await database.client.attachment.createMany({ data });
    await storage.write(`uploads/${organizationId}/${place('a')}`, Readable.from(['four']));
    await storage.write(`uploads/${organizationId}/${place('b')}`, Readable.from(['cut']));
    await database.client.userAccount.update({ where: { id: ownerId, organizationId }, data: { avatarSource: 'U', avatarVersion: 7 } });
    await database.client.realmEmoji.create({
      data: { organizationId, name: 'gone', authorId: ownerId, file: 'gone.png', stillFile: null },
    });
    const outcome = await suite.run('verify-backup');
    expect(outcome).toMatchObject({ exitCode: 1, error: '' });
    const json = await suite.run('verify-backup', '--json');
    const avatar = `user_avatars/${organizationId}/${ownerId}-7`;
    expect(JSON.parse(json.out)).toMatchObject({
      uploads: 3,
      pictures: 3,
      unreadable_keys: 0,
      faults: [
        { organization: 'acme', what: `uploads/${organizationId}/${place('b')}`, fault: 'has 3 bytes instead of 4' },
        { organization: 'acme', what: `uploads/${organizationId}/${place('c')}`, fault: 'is missing' },
        { organization: 'acme', what: `${avatar}.png`, fault: 'is missing' },
        { organization: 'acme', what: `${avatar}-medium.png`, fault: 'is missing' },
        { organization: 'acme', what: `user_avatars/${organizationId}/emoji/images/gone.png`, fault: 'is missing' },
      ],
    });
    expect(outcome.out).toContain(`acme          uploads/${organizationId}/${place('c')}`);
  });

  it('whose keys were sealed with another secret is reported: one by one, and in a sentence if there are no others', async () => {
    const { userId } = await opens('acme.localhost:9991');
    const { client } = suite.stores.database;
    const damage = (where: { userId?: number }) => client.apiKey.updateMany({ where, data: { sealed: Buffer.alloc(64, 1) } });
    const stored = await client.apiKey.findMany();
    try {
      await damage({ userId });
      const one = JSON.parse((await suite.run('verify-backup', '--json')).out);
      expect(one).toMatchObject({ unreadable_keys: 1, keys: stored.length });
      expect(one.faults).toContainEqual({
        organization: 'acme',
        what: `API key of user ${userId}`,
        fault: 'PARLEY_KEY_SECRET does not open it',
      });
      await damage({});
      const all = await suite.run('verify-backup');
      expect(all.exitCode).toBe(1);
      expect(all.out).toContain('checked. No API key opens: PARLEY_KEY_SECRET is not the one of this database.\n');
    } finally {
      for (const { userId: of, sealed } of stored) await client.apiKey.update({ where: { userId: of }, data: { sealed } });
    }
  });
});

describe('counters', () => {
  it('are recounted', async () => {
    expect(await done('rebuild-counters', 'acme')).toBe('0 channels counted, 0 corrected.\n');
    expect(JSON.parse(await done('rebuild-counters', 'acme', '--json'))).toEqual({ channels: 0, corrected: [] });
  });
});

describe('accounts', () => {
  it('that were deactivated can be reactivated', async () => {
    const made = JSON.parse(await done('create-user', 'acme', 'ben@acme.example', 'Ben', '--json'));
    await done('deactivate-user', 'acme', 'ben@acme.example');
    expect(await done('reactivate-user', 'acme', 'ben@acme.example')).toBe('Ben (ben@acme.example) is active in acme.\n');
    const credentials = { host: 'acme.localhost:9991', username: 'ben@acme.example', apiKey: made.api_key };
    await expect(suite.stores.rpc.call(verifyCredentials, credentials, { host: '', clientName: 'internal' })).resolves.toBeDefined();
  });
});

describe('organizations', () => {
  it('can be deactivated, which ends queues and refuses logins, and reactivated', async () => {
    const queueId = await newQueue();
    const closed = 'Acme Corporation (acme) is deactivated. Its users are disconnected and can no longer log in.\n';
    expect(await done('deactivate-organization', 'acme')).toBe(closed);
    await expect(opens('acme.localhost:9991')).rejects.toMatchObject({ status: 401, code: 'REALM_DEACTIVATED' });
    await expectEnded(queueId);
    expect(await done('list-organizations')).toMatch(/acme +Acme Corporation +acme.localhost:9991 +\d+ +deactivated/);
    expect(JSON.parse(await done('reactivate-organization', 'acme', '--json'))).toMatchObject({ string_id: 'acme', is_deactivated: false });
    await expect(opens('acme.localhost:9991')).resolves.toMatchObject({ userId: ann.user_id });
  });
});

async function expectEnded(queueId: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  let outcome = await suite.run('inspect-queue', queueId);
  while (outcome.exitCode === 0 && Date.now() < deadline) outcome = await suite.run('inspect-queue', queueId);
  expect(outcome.error).toBe(`There is no queue "${queueId}".\n`);
}

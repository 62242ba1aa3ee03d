import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, type Role, SYSTEM_VISITOR } from '@parley/contracts';
import { listChannels, listSubscriptions, unsubscribe } from '@parley/contracts/channels';
import { getMessages } from '@parley/contracts/messaging';
import { fetchApiKey, listAccounts, listOrganizations, verifyCredentials } from '@parley/contracts/organization';
import { OperatedSuite, type Outcome } from './operated-suite.js';

interface Person {
  readonly full_name: string;
  readonly email: string;
  readonly delivery_email: string;
  readonly user_id: number;
  readonly role: Role;
  readonly is_bot: boolean;
  readonly api_key: string;
  readonly password: string | null;
}
interface Demo {
  readonly base_url: string;
  readonly organizations: readonly { readonly string_id: string; readonly host: string; readonly users: readonly Person[] }[];
}

let suite: OperatedSuite;
let directory: string;
let file: string;
let first: Outcome;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'parley-admin-'));
  file = join(directory, 'made-by-it', 'demo.json');
  suite = await OperatedSuite.open('organization', 'channels', 'messaging');
  first = await seed();
}, 120_000);
afterAll(async () => {
  await suite.close();
  rmSync(directory, { recursive: true });
});

describe('demo-seed', () => {
  it('succeeds and shows its progress', () => {
    expect(first).toEqual({
      exitCode: 0,
      error: '',
      out: [
        'demo: 11 people and bots, 11 of them new',
        'demo: channels and messages created',
        'other: 11 people and bots, 11 of them new',
        'other: channels and messages created',
        `${file}: written`,
        '',
      ].join('\n'),
    });
  });

  it('writes the accounts to a file that only its owner can read', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const demo = readDemo();
    expect(demo.base_url).toBe('http://127.0.0.1:9991');
    expect(demo.organizations.map(({ string_id, host }) => [string_id, host])).toEqual([
      ['demo', 'demo.localhost:9991'],
      ['other', 'other.localhost:9991'],
    ]);
    for (const { users } of demo.organizations) {
      expect(users.filter(({ is_bot }) => !is_bot).map(({ role }) => role)).toEqual([100, 200, 300, 400, 400, 400, 400, 400, 400, 600]);
      expect(users.filter(({ is_bot }) => is_bot)).toEqual([expect.objectContaining({ role: 400, password: null })]);
      expect(new Set(users.map(({ full_name }) => full_name)).size).toBe(11);
    }
  });

  it('writes valid keys and passwords', async () => {
    for (const { host, users } of readDemo().organizations) {
      for (const user of users) await expect(keyOpens(host, user)).resolves.toMatchObject({ userId: user.user_id, role: user.role });
      for (const user of users.slice(0, 2)) await expect(logIn(host, user)).resolves.toMatchObject({ api_key: user.api_key });
    }
  });

  it('creates a bot of the owner', async () => {
    const { id } = await organization('demo');
    const { accounts } = await suite.stores.rpc.call(listAccounts, { organizationId: id }, SYSTEM_VISITOR);
    expect(accounts.find(({ isBot }) => isBot)).toMatchObject({ fullName: 'Deploy Bot', botOwnerId: person('demo', 'iago').user_id });
  });

  it.each(['demo', 'other'])('creates public channels and both kinds of private ones in %s', async (stringId) => {
    const owner = await callerOf(stringId, readDemo().organizations.find((one) => one.string_id === stringId)?.users[0]);
    const { streams } = await suite.stores.rpc.call(listChannels, everyChannel, owner);
    const kinds = streams.map(({ invite_only, history_public_to_subscribers }) => `${invite_only}/${history_public_to_subscribers}`);
    expect(kinds.filter((kind) => kind === 'false/true').length).toBeGreaterThanOrEqual(3);
    expect(kinds.filter((kind) => kind === 'true/true')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'true/false')).toHaveLength(1);
    expect(streams.filter(({ is_default }) => is_default).map(({ name }) => name)).toEqual(['general']);
  });

  it('sends messages of which a late subscriber of a channel with protected history misses the earlier ones', async () => {
    const early = await messages('demo', 'amina', [{ operator: 'channel', operand: 'hiring' }]);
    const late = await messages('demo', 'marek', [{ operator: 'channel', operand: 'hiring' }]);
    expect(early.length).toBeGreaterThan(late.length);
    expect(late).toHaveLength(1);
    expect(await messages('demo', 'leila', [{ operator: 'dm', operand: [person('demo', 'kenji').user_id] }])).toHaveLength(3);
    expect((await messages('demo', 'tom', [{ operator: 'channel', operand: 'engineering' }])).join('\n')).toContain('CONTOUR_STEP');
  });

  it('changes nothing in a second run: not the file, not an account, not a row of the log', async () => {
    const before = { file: readFileSync(file, 'utf8'), inode: statSync(file).ino, rows: await counts() };
    expect(await seed()).toMatchObject({ exitCode: 0, out: expect.stringContaining(`${file}: unchanged`) });
    expect({ file: readFileSync(file, 'utf8'), inode: statSync(file).ino, rows: await counts() }).toEqual(before);
  });

  it('keeps later changes of users', async () => {
    const sofia = await callerOf('demo', person('demo', 'sofia'));
    await suite.stores.rpc.call(unsubscribe, { subscriptions: ['design'] }, sofia);
    await seed();
    const { subscriptions } = await suite.stores.rpc.call(listSubscriptions, { include_subscribers: false }, sofia);
    expect(subscriptions.map(({ name }) => name)).not.toContain('design');
  });

  it('continues an interrupted run without repeating a message', async () => {
    const before = await counts();
    const { id } = await organization('other');
    const [last] = await suite.stores.database.client.$queryRaw<{ id: bigint }[]>`
      SELECT max(id) - 2 AS id FROM message WHERE organization_id = ${id}`;
    for (const statement of [
      'DELETE FROM sent_local_id WHERE organization_id = $1 AND message_id > $2',
      'DELETE FROM message_search WHERE organization_id = $1 AND message_id > $2',
      'DELETE FROM message WHERE organization_id = $1 AND id > $2',
    ])
      await suite.stores.database.client.$executeRawUnsafe(statement, id, last?.id);
    expect(await seed()).toMatchObject({ out: expect.stringContaining('other: channels and messages created') });
    expect(await counts()).toEqual({ ...before, seq: before.seq + 2 });
  });

  it('replaces keys and passwords if the file was lost', async () => {
    const lost = readDemo();
    rmSync(file);
    expect(await seed()).toMatchObject({ exitCode: 0, out: expect.stringContaining(`${file}: written`) });
    const [host, before, now] = ['demo.localhost:9991', lost.organizations[0]?.users[4], person('demo', 'tom')];
    expect(before).toMatchObject({ user_id: now.user_id });
    await expect(keyOpens(host, before)).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
    await expect(logIn(host, before)).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
    await expect(keyOpens(host, now)).resolves.toMatchObject({ userId: now.user_id });
    await expect(logIn(host, now)).resolves.toMatchObject({ api_key: now.api_key });
    await expect(keyOpens(host, person('demo', 'deploy-bot'))).resolves.toMatchObject({ isBot: true });
  });

  it('requires an output file', async () => {
    expect(await suite.run('demo-seed')).toMatchObject({ exitCode: 2, error: expect.stringContaining("'--output <file>'") });
  });
});

const everyChannel = {
  include_public: true,
  include_web_public: true,
  include_subscribed: true,
  exclude_archived: true,
  include_all: true,
  include_default: true,
  include_owner_subscribed: false,
  include_can_access_content: false,
};

function seed(): Promise<Outcome> {
  return suite.run('demo-seed', '--output', file);
}

function readDemo(): Demo {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function person(stringId: string, key: string): Person {
  const users = readDemo().organizations.find((one) => one.string_id === stringId)?.users ?? [];
  const found = users.find(({ delivery_email }) => delivery_email === `${key}@${stringId}.example`);
  if (found === undefined) throw new Error(`no ${key} in ${stringId}`);
  return found;
}

async function organization(stringId: string) {
  const { organizations } = await suite.stores.rpc.call(listOrganizations, {}, SYSTEM_VISITOR);
  const found = organizations.find((one) => one.stringId === stringId);
  if (found === undefined) throw new Error(`no organization ${stringId}`);
  return found;
}

async function callerOf(stringId: string, who: Person | undefined): Promise<Caller> {
  if (who === undefined) throw new Error('nobody');
  const { id: organizationId } = await organization(stringId);
  return { organizationId, userId: who.user_id, role: who.role, isBot: false, botOwnerId: null, clientName: 'tests' };
}

/** The content of messages, as the user may read them. */
async function messages(stringId: string, key: string, narrow: { operator: string; operand: string | number[] }[]): Promise<string[]> {
  const caller = await callerOf(stringId, person(stringId, key));
  const found = await suite.stores.rpc.call(
    getMessages,
    {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow,
      client_gravatar: true,
      apply_markdown: false,
      use_first_unread_anchor: false,
      allow_empty_topic_name: true,
    },
    caller,
  );
  return found.messages.map(({ content }) => content);
}

function keyOpens(host: string, who: Person | undefined) {
  const { email: username = '', api_key: apiKey = '' } = who ?? {};
  return suite.stores.rpc.call(verifyCredentials, { host, username, apiKey }, SYSTEM_VISITOR);
}

function logIn(host: string, who: Person | undefined) {
  const { delivery_email: username = '', password } = who ?? {};
  return suite.stores.rpc.call(fetchApiKey, { username, password: password ?? '' }, { host, clientName: 'tests' });
}

async function counts() {
  const { client } = suite.stores.database;
  const positions = await client.organizationCounter.findMany();
  return {
    seq: positions.reduce((sum, { seq }) => sum + Number(seq), 0),
    accounts: await client.userAccount.count(),
    channels: await client.channel.count(),
    subscriptions: await client.subscription.count({ where: { active: true } }),
    messages: await client.message.count(),
  };
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { fetchApiKey, verifyCredentials } from '@parley/contracts/organization';
import { OperatedSuite, type Outcome } from './operated-suite.js';

const HOST = 'acme.localhost:9991';

let suite: OperatedSuite;

beforeAll(async () => {
  suite = await OperatedSuite.open('organization', 'invitations');
  await done('create-organization', 'acme', 'Acme Corporation');
  await done('create-user', 'acme', 'ann@acme.example', 'Ann', '--role', 'owner');
}, 60_000);
afterAll(() => suite.close());

describe('organizations', () => {
  it('are created, and listed as text and as JSON', async () => {
    const made = JSON.parse(await done('create-organization', 'birds', 'Bird Watchers', '--json'));
    const birds = {
      id: expect.any(Number),
      string_id: 'birds',
      name: 'Bird Watchers',
      host: 'birds.localhost:9991',
      is_deactivated: false,
      is_being_purged: false,
      is_being_imported: false,
    };
    expect(made).toEqual({ ...birds, owner_invitation: expect.stringContaining('/join/'), expires_at: expect.any(String) });
    expect(await done('list-organizations')).toMatch(
      /^string id +name +host +id +state\nacme +Acme Corporation +acme.localhost:9991 +\d+ +active\n/,
    );
    expect(JSON.parse(await done('list-organizations', '--json'))).toContainEqual(birds);
  });

  it('cannot be created twice', async () => {
    expect(await suite.run('create-organization', 'acme', 'Again')).toEqual(refused("Organization 'acme' already exists"));
  });
});

describe('the audit log', () => {
  it('is shown as text and as JSON, of one organization or all, and can be narrowed', async () => {
    await done('create-organization', 'audited', 'Audited');
    await done('create-user', 'audited', 'eve@audited.example', 'Eve', '--role', 'owner');
    await done('set-role', 'audited', 'eve@audited.example', 'owner');
    await done('create-user', 'audited', 'fay@audited.example', 'Fay');
    await done('set-role', 'audited', 'fay@audited.example', 'administrator');
    const read = async (...options: string[]) => JSON.parse(await done('audit', '--json', ...options));
    const ofUsers = await read('--organization', 'audited', '--kind', 'user');
    expect(ofUsers.map((entry: { kind: string }) => entry.kind)).toEqual(['user.changed', 'user.created', 'user.created']);
    expect(ofUsers[0]).toMatchObject({
      organization: 'audited',
      actor_type: 'operator',
      actor_id: null,
      changes: { role: { old: 400, new: 200 } },
    });
    expect((await read('--limit', '1'))[0]).toMatchObject({ organization: 'audited' });
    expect(await read('--organization', 'audited', '--actor', 'fay@audited.example')).toEqual([]);
    expect(await read('--organization', 'audited', '--since', '2100-01-01')).toEqual([]);
    const text = await done('audit', '--organization', 'audited', '--kind', 'user.changed');
    expect(text).toMatch(
      /^time +organization +kind +subject +by +changes\n\S+Z +audited +user.changed +\d+ +operator +role: 400 -> 200\n$/,
    );
  });

  it('refuses options that it cannot understand', async () => {
    expect(await suite.run('audit', '--since', 'yesterday')).toEqual(
      refused('"yesterday" is not a time: write 2026-11-23 or 2026-11-23T08:00:00Z.'),
    );
    expect(await suite.run('audit', '--limit', '0')).toEqual(refused('"0" is not a number of entries: 1 to 1000.'));
    expect(await suite.run('audit', '--actor', '7')).toEqual(refused('--actor needs --organization.'));
    expect(await suite.run('audit', '--organization', 'nowhere')).toEqual(refused('There is no organization "nowhere".'));
  });
});

describe('accounts', () => {
  it('are created with a key and a password, both shown once', async () => {
    const { api_key: apiKey, password } = JSON.parse(await done('create-user', 'acme', 'Bob@Acme.example', 'Bob', '--json'));
    await expect(opens('bob@acme.example', apiKey)).resolves.toMatchObject({ role: 400, isBot: false });
    await expect(logIn('bob@acme.example', password)).resolves.toMatchObject({ api_key: apiKey });
  });

  it('can take a password from standard input and do not show it', async () => {
    const outcome = await suite.runWith(
      { input: 'correct horse battery\n' },
      ...['create-user', 'acme', 'cid@acme.example', 'Cid', '--role', 'guest', '--password-stdin'],
    );
    expect(outcome).toMatchObject({ exitCode: 0, out: expect.not.stringContaining('horse') });
    await expect(logIn('cid@acme.example', 'correct horse battery')).resolves.toMatchObject({ user_id: expect.any(Number) });
  });

  it('can be bots of a user', async () => {
    const bot = JSON.parse(await done('create-user', 'acme', 'hal@acme.example', 'Hal', '--bot-of', 'ann@acme.example', '--json'));
    expect(bot).not.toHaveProperty('password');
    await expect(opens('hal@acme.example', bot.api_key)).resolves.toMatchObject({ isBot: true });
    expect(await done('list-users', 'acme')).toMatch(/Hal +hal@acme.example +member, bot +active/);
  });

  it('can get a new key; the old one is refused', async () => {
    const { api_key: old } = JSON.parse(await done('create-user', 'acme', 'dan@acme.example', 'Dan', '--json'));
    const { api_key: fresh } = JSON.parse(await done('rotate-key', 'acme', 'dan@acme.example', '--json'));
    await expect(opens('dan@acme.example', old)).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
    await expect(opens('dan@acme.example', fresh)).resolves.toMatchObject({ role: 400 });
  });

  it('can lose the second factor, if they have one', async () => {
    await done('create-user', 'acme', 'ida@acme.example', 'Ida', '--json');
    const outcome = await suite.run('reset-second-factor', 'acme', 'ida@acme.example');
    expect(outcome).toMatchObject({ exitCode: 1, error: expect.stringContaining('This account has no second factor.') });
    await suite.stores.database.client.$executeRaw`
      INSERT INTO second_factor (organization_id, user_id, active_since)
      SELECT u.organization_id, u.id, now() FROM user_account u WHERE u.delivery_email = 'ida@acme.example'`;
    expect(await done('reset-second-factor', 'acme', 'ida@acme.example')).toBe(
      'Ida (ida@acme.example) has no second factor any more in acme.\n',
    );
  });

  it('can get a new password', async () => {
    const { user_id: userId } = JSON.parse(await done('create-user', 'acme', 'eve@acme.example', 'Eve', '--json'));
    const { password } = JSON.parse(await done('set-password', 'acme', String(userId), '--json'));
    await expect(logIn('eve@acme.example', password)).resolves.toMatchObject({ user_id: userId });
  });

  it('can get another role', async () => {
    const { api_key: key } = JSON.parse(await done('create-user', 'acme', 'fay@acme.example', 'Fay', '--json'));
    expect(await done('set-role', 'acme', 'fay@acme.example', 'moderator')).toBe('Fay (fay@acme.example) is moderator in acme.\n');
    await expect(opens('fay@acme.example', key)).resolves.toMatchObject({ role: 300 });
  });

  it('can be allowed to create accounts for others, and disallowed again', async () => {
    await done('create-user', 'acme', 'ivy@acme.example', 'Ivy', '--role', 'administrator');
    expect(await done('let-create-users', 'acme', 'ivy@acme.example')).toBe(
      'Ivy (ivy@acme.example) may make accounts for other people in acme.\n',
    );
    expect(JSON.parse(await done('let-create-users', 'acme', 'ivy@acme.example', '--no-longer', '--json'))).toMatchObject({
      can_create_users: false,
    });
  });

  it('can use as much as the operator allows', async () => {
    const none = {
      people: null,
      'messages-per-day': null,
      'requests-per-second': null,
      'live-queues': null,
      'registrations-per-minute': null,
    };
    const shown = async (...choices: string[]) => JSON.parse(await done('set-quota', 'acme', ...choices, '--json'));
    const uploads = { 'upload-bytes': 10 * 2 ** 30, 'upload-bytes-per-person': 2 * 2 ** 30 };
    expect(await shown()).toEqual({ ...none, ...uploads });
    const changed = await shown('people=500', 'live-queues=2000', 'upload-bytes=1GiB', 'upload-bytes-per-person=none');
    expect(changed).toEqual({
      ...none,
      people: 500,
      'live-queues': 2_000,
      'upload-bytes': 2 ** 30,
      'upload-bytes-per-person': null,
    });
    expect(await shown()).toEqual(changed);
    expect(await done('set-quota', 'acme')).toContain('people: 500\nmessages-per-day: no limit\n');
    expect(await shown('people=none', 'live-queues=none', 'upload-bytes=default', 'upload-bytes-per-person=default')).toEqual({
      ...none,
      ...uploads,
    });
  });

  it.each([
    ['people', 'people needs a number'],
    ['cheese=5', 'Names: people, messages-per-day'],
    ['people=0', 'people needs a number from 1 to 2147483647, or "none".'],
    ['people=many', 'people needs a number'],
    ['people=default', 'people needs a number'],
    ['requests-per-second=1.5', 'requests-per-second needs a number'],
    ['upload-bytes=1000', 'upload-bytes needs a whole number of MiB'],
    ['upload-bytes=5KB', 'upload-bytes needs a whole number of MiB'],
    ['upload-bytes=99999999TiB', 'upload-bytes needs a whole number of MiB'],
  ])('get no quota %s', async (choice, reason) => {
    const { exitCode, error } = await suite.run('set-quota', 'acme', 'people=7', choice);
    expect([exitCode, error]).toEqual([1, expect.stringContaining(reason)]);
    expect(JSON.parse(await done('set-quota', 'acme', '--json'))).toMatchObject({ people: null });
  });

  it('can be deactivated, with the bots they own', async () => {
    const owner = JSON.parse(await done('create-user', 'acme', 'gus@acme.example', 'Gus', '--json'));
    const bot = JSON.parse(
      await done('create-user', 'acme', 'gusbot@acme.example', 'Gus Bot', '--bot-of', String(owner.user_id), '--json'),
    );
    expect(await done('deactivate-user', 'acme', 'gus@acme.example')).toBe('Gus (gus@acme.example) is deactivated in acme.\n');
    await expect(opens('gus@acme.example', owner.api_key)).rejects.toMatchObject({ code: 'USER_DEACTIVATED' });
    await expect(opens('gusbot@acme.example', bot.api_key)).rejects.toMatchObject({ code: 'USER_DEACTIVATED' });
  });
});

describe('a refusal is one sentence with exit code 1', () => {
  it.each([
    ['an organization that does not exist', ['list-users', 'nowhere'], 'There is no organization "nowhere".'],
    ['a user who does not exist', ['rotate-key', 'acme', 'nobody@acme.example'], 'There is no user "nobody@acme.example" in acme.'],
    ['a bot owner there is not', ['create-user', 'acme', 'b@acme.example', 'Bo', '--bot-of', 'x'], 'There is no user "x" in acme.'],
    ['an address in use', ['create-user', 'acme', 'ann@acme.example', 'Ann'], "Email 'ann@acme.example' already in use"],
    ['the only owner', ['deactivate-user', 'acme', 'ann@acme.example'], 'Cannot deactivate the only organization owner'],
    ['a role there is not', ['set-role', 'acme', 'ann@acme.example', 'king'], expect.stringContaining('There is no role "king".')],
  ])('for %s', async (_, argv, sentence) => {
    const outcome = await suite.run(...argv);
    expect(outcome).toMatchObject({ exitCode: 1, out: '' });
    expect(outcome.error.trimEnd()).toEqual(sentence);
  });

  it('if NATS does not answer', async () => {
    expect(await suite.runWith({ environment: { NATS_URL: 'nats://user:hush@127.0.0.1:9' } }, 'list-organizations')).toEqual(
      refused('NATS at 127.0.0.1:9 does not answer. Is Parley running?'),
    );
  });

  it('if the service does not answer', async () => {
    expect(await suite.runWith({ environment: { NATS_SUBJECT_PREFIX: 'not-served-this.' } }, 'list-organizations')).toEqual(
      refused('The organization service does not answer. Is it running?'),
    );
  }, 10_000);

  it('if the environment is incomplete, naming the variable', async () => {
    const outcome = await suite.runWith({ environment: { PARLEY_CALLER_SECRET: '' } }, 'list-organizations');
    expect(outcome).toEqual({ exitCode: 1, out: '', error: 'The environment is not complete:\n  PARLEY_CALLER_SECRET: is not set\n' });
  });
});

describe('help', () => {
  it('needs no environment and lists every command', async () => {
    const outcome = await suite.runWith({ environment: { NATS_URL: '' } }, 'help');
    expect(outcome).toMatchObject({ exitCode: 0, error: '' });
    for (const name of [
      'create-organization',
      'invite-owner',
      'create-user',
      'rotate-key',
      'reset-second-factor',
      'deactivate-user',
      'set-role',
      'list-organizations',
      'demo-seed',
    ]) {
      expect(outcome.out).toContain(name);
    }
  });

  it('is shown for wrong usage, with exit code 2', async () => {
    expect(await suite.run('make-tea')).toMatchObject({
      exitCode: 2,
      out: '',
      error: expect.stringContaining("unknown command 'make-tea'"),
    });
    expect(await suite.run('set-role', 'acme')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining("missing required argument 'user'"),
    });
    expect(await suite.run()).toMatchObject({ exitCode: 2, error: expect.stringContaining('Usage: admin') });
  });
});

/** Runs a command that must succeed, and returns its output. */
async function done(...argv: readonly string[]): Promise<string> {
  const outcome = await suite.run(...argv);
  expect(outcome).toMatchObject({ exitCode: 0, error: '' });
  return outcome.out;
}

function refused(sentence: string): Outcome {
  return { exitCode: 1, out: '', error: `${sentence}\n` };
}

function opens(username: string, apiKey: string) {
  return suite.stores.rpc.call(verifyCredentials, { host: HOST, username, apiKey }, SYSTEM_VISITOR);
}

function logIn(username: string, password: string) {
  return suite.stores.rpc.call(fetchApiKey, { username, password }, { host: HOST, clientName: 'tests' });
}

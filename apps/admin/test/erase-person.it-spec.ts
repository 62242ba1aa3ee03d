import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { eraseAccount } from '@parley/contracts/organization';
import { expectSoon } from '@parley/testing';
import { contentsOf, type FilledOrganization, filledOrganization } from './filled-organization.js';
import { OperatedSuite } from './operated-suite.js';

let suite: OperatedSuite;
let organization: FilledOrganization;
let person: number;
let others: Awaited<ReturnType<typeof contentsOf>>;
let neighbour: FilledOrganization;

beforeAll(async () => {
  suite = await OperatedSuite.open('organization', 'messaging', 'channels', 'settings', 'invitations', 'notifications');
  neighbour = await filledOrganization(suite);
  others = await contentsOf(suite.stores.database, neighbour.id);
}, 120_000);
afterAll(() => suite.close());
beforeEach(async () => {
  organization = await filledOrganization(suite);
  const [owner = 0, other = 0] = organization.userIds;
  person = owner;
  const { client } = suite.stores.database;
  await client.userAccount.update({ where: { id: other }, data: { role: 100 } });
  await client.userAccount.update({
    where: { id: owner },
    data: { fullName: 'Ada Lovelace', deliveryEmail: 'ada@private.example', timezone: 'Europe/London' },
  });
  await client.$executeRaw`UPDATE invitation SET email = 'Ada@Private.example' WHERE organization_id = ${organization.id}`;
  await client.$executeRaw`
    INSERT INTO missed_message (organization_id, user_id, message_id, trigger, was_away) VALUES (${organization.id}, ${owner}, 1, 1, true)`;
  await client.$executeRaw`
    INSERT INTO missed_mail_due (organization_id, user_id, due_at) VALUES (${organization.id}, ${owner}, now() + interval '1 year')`;
  await client.$executeRaw`INSERT INTO digest_mail (organization_id, user_id, begun_at) VALUES (${organization.id}, ${owner}, now())`;
  await client.$executeRaw`
    INSERT INTO push_delivery (organization_id, user_id, service, message_ids) VALUES (${organization.id}, ${owner}, 'fcm', '{1}')`;
  await client.$executeRaw`
    INSERT INTO webhook_call (organization_id, bot_id, message_id, trigger, next_at)
    VALUES (${organization.id}, ${owner}, 2, 'mention', now() + interval '1 year')`;
  await client.$executeRaw`
    INSERT INTO audit_log (organization_id, kind, subject, actor_kind, actor_id, address, slot, changes) VALUES
      (${organization.id}, 'login.failed', ${String(owner)}, 'visitor', NULL, '192.0.2.7', 'x 192.0.2.7', '{}'),
      (${organization.id}, 'login.succeeded', ${String(owner)}, 'visitor', ${owner}, '192.0.2.8', 'y 192.0.2.8', '{}')`;
}, 60_000);

const deactivate = () => suite.run('deactivate-user', organization.stringId, String(person));
const erase = (...options: string[]) => suite.run('erase-person', organization.stringId, String(person), ...options);
/** All rows of the organization as text. */
async function everything(): Promise<string> {
  const texts: string[] = [];
  for (const table of (await contentsOf(suite.stores.database, organization.id)).keys()) {
    // Clients that were away may still fetch events; they are deleted after eight days.
    if (table === 'event_log') continue;
    const column = table === 'organization' ? 'id' : 'organization_id';
    const rows = await suite.stores.database.client.$queryRawUnsafe<{ row: string }[]>(
      `SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE t.${column} = ${organization.id}`,
    );
    texts.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return texts.join('\n');
}
const count = async (sql: string) => {
  const [row] = await suite.stores.database.client.$queryRawUnsafe<{ count: number }[]>(`SELECT count(*)::int AS count FROM ${sql}`);
  return row?.count;
};

describe('a person who is erased', () => {
  it('leaves no name, address, picture, credentials or personal rows, and keeps their messages', async () => {
    await deactivate();
    const sent = await count(`message WHERE organization_id = ${organization.id} AND sender_id = ${person}`);
    expect(sent).toBeGreaterThan(0);
    const outcome = await erase('--yes');
    expect([outcome.exitCode, outcome.exitCode === 0 ? '' : outcome.error]).toEqual([0, '']);
    expect(outcome.out).toContain(`The account is now called "Deleted user ${person}". The messages are kept.`);

    const left = await everything();
    for (const trace of [/Ada Lovelace/, /ada@private/i, /192\.0\.2\./, /Europe.London/]) expect(left).not.toMatch(trace);
    const empty = [
      'api_key',
      'user_password',
      'email_change',
      'password_reset',
      'browser_session',
      'api_token',
      'second_factor',
      'sign_in_step',
      'linked_identity',
      'profile_value',
      'draft',
      'scheduled_message',
      'reminder',
      'alert_word',
      'muted_user',
      'message_flag',
      'user_topic',
      'navigation_view',
      'saved_snippet',
      'onboarding_step',
      'push_registration',
      'push_token',
      'client_device',
      'user_presence',
      'missed_message',
      'missed_mail_due',
      'digest_mail',
      'push_delivery',
      'pushed_message',
    ];
    for (const table of empty)
      expect([table, await count(`${table} WHERE organization_id = ${organization.id} AND user_id = ${person}`)]).toEqual([table, 0]);
    expect(await count(`webhook_call WHERE organization_id = ${organization.id} AND bot_id = ${person}`)).toBe(0);
    expect(await count(`user_status WHERE user_id = ${person} AND status_text <> ''`)).toBe(0);
    expect(await count(`user_settings WHERE user_id = ${person} AND values <> '{}'`)).toBe(0);
    expect(await count(`invitation WHERE organization_id = ${organization.id} AND email IS NULL`)).toBe(0);
    const pictures = [...organization.files.keys()].filter((key) => key.includes(`/${person}-`));
    expect(pictures).toHaveLength(2);
    for (const key of pictures) expect(await suite.stores.storage.size(key)).toBeUndefined();
    expect(await count(`message WHERE organization_id = ${organization.id} AND sender_id = ${person}`)).toBe(sent);
    const types = await suite.stores.database.client.$queryRaw<{ type: string }[]>`
      SELECT type FROM event_log WHERE organization_id = ${organization.id} AND type <> 'message.sent'`;
    for (const type of ['user.renamed', 'user.avatar-changed', 'user.emails-changed', 'user-status.changed', 'profile-value.changed'])
      expect(types.map((each) => each.type)).toContain(type);
  });

  it('is erased again without harm, by id', async () => {
    await deactivate();
    await erase('--yes');
    // A call of the outbox deletes them a moment later.
    await expectSoon(() => count(`message_export WHERE organization_id = ${organization.id} AND state <> 'deleted'`), 0);
    const before = await contentsOf(suite.stores.database, organization.id);
    expect(await erase('--yes')).toMatchObject({ exitCode: 0 });
    const after = await contentsOf(suite.stores.database, organization.id);
    for (const table of ['user_account', 'message', 'audit_log']) expect([table, after.get(table)]).toEqual([table, before.get(table)]);
  });

  it('loses their messages too with --messages, and no others', async () => {
    await deactivate();
    const { id } = organization;
    const ofOthers = await count(`message WHERE organization_id = ${id} AND sender_id <> ${person}`);
    expect(await erase('--messages', '--yes')).toMatchObject({ exitCode: 0, out: expect.stringMatching(/\d+ messages were deleted/) });
    expect(await count(`message WHERE organization_id = ${id} AND sender_id = ${person}`)).toBe(0);
    expect(await count(`message WHERE organization_id = ${id}`)).toBe(ofOthers);
  });

  it('leaves no archive of messages, not even one that became ready while they were erased', async () => {
    await deactivate();
    const { client } = suite.stores.database;
    const key = `exports/${organization.id}/ready.tar.gz`;
    await suite.stores.storage.write(key, Readable.from(['Ada Lovelace']));
    const { id } = await client.messageExport.create({
      data: {
        organizationId: organization.id,
        actingUserId: person,
        exportType: 1,
        state: 'succeeded',
        file: 'ready',
        endedAt: new Date(),
      },
    });
    // The last step alone, as for an archive that became ready after the steps before it.
    await suite.stores.rpc.call(eraseAccount, { organizationId: organization.id, userId: person }, SYSTEM_VISITOR);
    const state = async () => (await client.messageExport.findFirstOrThrow({ where: { organizationId: organization.id, id } })).state;
    await expectSoon(state, 'deleted');
    expect(await suite.stores.storage.size(key)).toBeUndefined();
  });

  it('has no effect on other organizations', async () => {
    await deactivate();
    await erase('--messages', '--yes');
    expect(await contentsOf(suite.stores.database, neighbour.id)).toEqual(others);
  });
});

describe('is refused', () => {
  const refused = (sentence: string) => ({ exitCode: 1, out: '', error: `${sentence}\n` });

  it('for an active account, and services erase nothing of it', async () => {
    const before = await contentsOf(suite.stores.database, organization.id);
    expect(await erase('--messages', '--yes')).toEqual(refused('The account is active. Deactivate it first.'));
    const call = suite.stores.rpc.call(eraseAccount, { organizationId: organization.id, userId: person }, SYSTEM_VISITOR);
    await expect(call).rejects.toMatchObject({ msg: 'The account is active. Deactivate it first.' });
    expect(await contentsOf(suite.stores.database, organization.id)).toEqual(before);
  });

  it('without --yes, and for an unknown person', async () => {
    await deactivate();
    expect(await erase()).toEqual(
      refused(
        'This erases the data, but not the messages, of Ada Lovelace (ada@private.example). It cannot be taken back. Add --yes to do it.',
      ),
    );
    expect(await suite.run('erase-person', organization.stringId, 'x@y.z', '--yes')).toEqual(
      refused(`There is no user "x@y.z" in ${organization.stringId}.`),
    );
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteMessage, readMailboxAddress, updateMessage, updateMessageFlags } from '@parley/contracts/messaging';
import { stopMails } from '@parley/contracts/settings';
import { baseConfig, ReplyMailboxes, UnsubscribeTokens } from '@parley/runtime';
import { expectSoon, TEST_CALLER_SECRET, type TestSmtp, testSmtp, type UserRow } from '@parley/testing';
import { settingsConfig } from '../../settings/src/config.js';
import { SettingsServiceModule } from '../../settings/src/settings-service.module.js';
import { notificationsConfig } from '../src/config.js';
import { missedMailJob } from '../src/mailing/missed-mail-job.js';
import { NotificationsServiceModule } from '../src/notifications-service.module.js';
import { NotificationsSuite } from './notifications-suite.js';

let suite: NotificationsSuite;
let smtp: TestSmtp;
beforeAll(async () => {
  [suite, smtp] = await Promise.all([NotificationsSuite.open(), testSmtp()]);
  const env = { ...smtp.env, EXTERNAL_HOST: 'chat.example', EXTERNAL_SCHEME: 'https' };
  await Promise.all([
    ...[1, 2].map((n) =>
      suite.stores.start('notifications', NotificationsServiceModule, notificationsConfig, { ...env, INSTANCE: `notifications-${n}` }),
    ),
    suite.stores.start('settings', SettingsServiceModule, settingsConfig, env),
  ]);
}, 60_000);
afterAll(() => Promise.all([suite.close(), smtp.close()]));

type People = Awaited<ReturnType<NotificationsSuite['people']>>;
const sql = () => suite.stores.database.direct;
const NEVER_YET = { email_notifications_batching_period_seconds: 3_600 };
const AT_ONCE = { email_notifications_batching_period_seconds: 1 };

/** People of an organization with an address of their own, because the mailbox is shared by all tests. */
async function people(settings: Parameters<NotificationsSuite['people']>[0] = {}): Promise<People & { readonly address: string }> {
  const found = await suite.people(settings);
  const address = `zoe-${found.zoe.id}@example.com`;
  await sql()
    .$executeRaw`UPDATE user_account SET delivery_email = ${address} WHERE organization_id = ${found.organization.id} AND id = ${found.zoe.id}`;
  await suite.settings(found.zoe, AT_ONCE);
  return { ...found, address };
}

/** The messages that someone will be told of. */
async function waiting({ id, organizationId }: UserRow): Promise<number[]> {
  const found = await suite.stores.database.client.$queryRaw<{ id: bigint }[]>`
    SELECT message_id AS id FROM missed_message WHERE organization_id = ${organizationId} AND user_id = ${id} ORDER BY message_id`;
  return found.map((row) => Number(row.id));
}

const makeDue = ({ id, organizationId }: UserRow) =>
  sql().$executeRaw`UPDATE missed_mail_due SET due_at = now() WHERE organization_id = ${organizationId} AND user_id = ${id}`;

/** The people of the organization for whom a mail waits to be sent. */
async function unsent({ id }: { readonly id: number }): Promise<number[]> {
  const found = await suite.stores.database.client.$queryRaw<{ id: number }[]>`
    SELECT (payload ->> 'userId')::int AS id FROM queued_mail
    WHERE job = ${missedMailJob.name} AND payload ->> 'organizationId' = ${String(id)}`;
  return found.map((row) => row.id);
}

/** A mail of a later message: all mails before it were sent. */
async function nothingBefore({ amir, zoe, address }: People & { address: string }, count = 1): Promise<void> {
  await suite.settings(zoe, AT_ONCE);
  await suite.direct(amir, [zoe], 'the last one');
  expect((await smtp.next(address)).text).toContain('the last one');
  expect(smtp.countTo(address)).toBe(count);
}

describe('a mail about missed messages', () => {
  it('shows the message with what was before it, who wrote it, and a link, and can be ended', async () => {
    const all = await people();
    const { zoe, amir, channel, address, organization } = all;
    // Otherwise the mention makes them follow the topic, and the message before it may be decided after that.
    await suite.settings(zoe, { automatically_follow_topics_where_mentioned: false });
    await suite.toChannel(amir, channel, 'Lunch', 'We have **soup**.');
    const id = await suite.toChannel(amir, channel, 'Lunch', `@**Zoe|${zoe.id}** do you *want* some? #**plans**`);
    const mail = await smtp.next(address);
    expect(mail.subject).toBe('#plans > Lunch');
    expect(mail.text).toMatch(/Amir \(.*\):\nWe have \*\*soup\*\*\.\n\nAmir \(.*\):\n@\*\*Zoe/);
    expect(mail.text).toContain('You receive this because you were mentioned.');
    const url = `https://${organization.stringId}.chat.example`;
    expect(mail.text).toContain(`${url}/#narrow/channel/${channel.id}-plans/topic/Lunch/near/${id}`);
    expect(mail.html).toContain('do you <em>want</em> some?');
    expect(mail.html).toContain(`<a href="${url}/#narrow/channel/${channel.id}-plans"`);
    expect(mail.html).not.toMatch(/<img|src=/);
    expect([mail.replyTo, mail.text.includes('Replies to this mail reach no one.')]).toEqual(['', true]);
    expect(mail.headerNames).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'auto-submitted']));
    expect(await waiting(zoe)).toEqual([]);
  });

  it('can be answered if the installation takes mail, at an address for the person and the newest message', async () => {
    const taking = { ...smtp.env, EXTERNAL_HOST: 'chat.example', MAIL_IN_DOMAIN: 'mail.example', INSTANCE: 'notifications-3' };
    const other = await NotificationsSuite.open();
    try {
      await other.stores.start('notifications', NotificationsServiceModule, notificationsConfig, taking);
      const { zoe, amir, organization } = await other.people();
      const address = `answering-${randomUUID()}@example.com`;
      await other.stores.database.direct
        .$executeRaw`UPDATE user_account SET delivery_email = ${address} WHERE organization_id = ${organization.id} AND id = ${zoe.id}`;
      await other.settings(zoe, AT_ONCE);
      const id = await other.direct(amir, [zoe], 'Soup?');
      const mail = await smtp.next(address);
      const [localPart = '', domain] = mail.replyTo.split('@');
      expect(domain).toBe('mail.example');
      const read = readMailboxAddress(localPart);
      expect(read?.mailbox).toMatchObject({ kind: 'reply', organizationId: organization.id, userId: zoe.id, messageId: id });
      const replies = new ReplyMailboxes(baseConfig.parse({ NATS_URL: 'nats://x', PARLEY_CALLER_SECRET: TEST_CALLER_SECRET }));
      expect(read?.mailbox.kind === 'reply' && replies.isValid(read.mailbox, read.signature)).toBe(true);
      expect(mail.text).toContain('by replying to this mail');
      expect(mail.headerNames).toContain('x-parley-origin');
    } finally {
      await other.close();
    }
  }, 60_000);

  it('holds the messages of one conversation in order, and other conversations have others', async () => {
    const { zoe, amir, channel, address, organization } = await people();
    const third = await suite.rows.user(organization, { fullName: 'Cleo' });
    await suite.settings(zoe, NEVER_YET);
    const ids = [
      await suite.toChannel(amir, channel, 'Lunch', `@**Zoe|${zoe.id}** one`),
      await suite.direct(amir, [zoe], 'two'),
      await suite.toChannel(amir, channel, 'lunch', `@**Zoe|${zoe.id}** three`),
      await suite.direct(amir, [zoe, third], 'four'),
    ];
    await expectSoon(() => waiting(zoe), ids);
    await makeDue(zoe);
    const mails = [await smtp.next(address), await smtp.next(address), await smtp.next(address)];
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['#plans > Lunch', 'DMs with Amir', 'Group DMs with Amir and Cleo']);
    expect(mails.find(({ subject }) => subject.startsWith('#'))?.text).toMatch(/one[\s\S]*three/);
  });

  it.each<[string, (people: People, id: number) => Promise<unknown>]>([
    ['was read', ({ zoe }, id) => suite.stores.call(updateMessageFlags, zoe.caller, { messages: `[${id}]`, op: 'add', flag: 'read' })],
    ['was deleted', ({ amir }, id) => suite.stores.call(deleteMessage, { ...amir.caller, role: 100 }, {}, { message_id: String(id) })],
    [
      'is in a private channel that they left',
      async ({ zoe, channel, organization }) => {
        await sql().$executeRaw`UPDATE channel SET is_private = true WHERE organization_id = ${organization.id} AND id = ${channel.id}`;
        await sql()
          .$executeRaw`UPDATE subscription SET active = false WHERE organization_id = ${organization.id} AND channel_id = ${channel.id} AND user_id = ${zoe.id}`;
        await sql()
          .$executeRaw`UPDATE subscription_span SET until_id = 9000000000 WHERE organization_id = ${organization.id} AND channel_id = ${channel.id} AND user_id = ${zoe.id}`;
      },
    ],
  ])('is not sent about a message that %s', async (_, change) => {
    const all = await people();
    const { zoe, amir, channel } = all;
    await suite.settings(zoe, NEVER_YET);
    await sql().$executeRaw`UPDATE user_account SET role = 100 WHERE organization_id = ${amir.organizationId} AND id = ${amir.id}`;
    const id = await suite.toChannel(amir, channel, 'Lunch', `@**Zoe|${zoe.id}** soup?`);
    await expectSoon(() => waiting(zoe), [id]);
    await change(all, id);
    await makeDue(zoe);
    await expectSoon(() => waiting(zoe), []);
    await nothingBefore(all);
  });

  it('is not sent to someone who was deactivated', async () => {
    const all = await people();
    const { zoe, amir } = all;
    await suite.settings(zoe, NEVER_YET);
    const id = await suite.direct(amir, [zoe], 'Hello');
    await expectSoon(() => waiting(zoe), [id]);
    const activate = (isActive: boolean) =>
      sql().$executeRaw`UPDATE user_account SET is_active = ${isActive} WHERE organization_id = ${zoe.organizationId} AND id = ${zoe.id}`;
    await activate(false);
    await makeDue(zoe);
    await expectSoon(() => waiting(zoe), []);
    await activate(true);
    await nothingBefore(all);
  });

  it('has the text of the moment in which it is sent', async () => {
    const { zoe, amir, address } = await people();
    await suite.settings(zoe, NEVER_YET);
    const id = await suite.direct(amir, [zoe], 'Heloo');
    await expectSoon(() => waiting(zoe), [id]);
    await suite.stores.call(updateMessage, amir.caller, { content: 'Hello' }, { message_id: String(id) });
    await makeDue(zoe);
    const { text } = await smtp.next(address);
    expect(text).toContain('Hello\n');
    expect(text).not.toContain('Heloo');
  });

  it.each<[string, (zoe: UserRow) => string[]]>([
    ['alone in its mail', () => []],
    ['in one mail with a mention', (zoe) => [`@**Zoe|${zoe.id}** look`]],
  ])('is sent again about a message of a followed topic, %s, when an edit mentions them', async (_, before) => {
    const { zoe, amir, channel, address } = await people();
    await suite.settings(zoe, { ...NEVER_YET, enable_followed_topic_email_notifications: true });
    await suite.follow(zoe, channel, 'Lunch');
    const ids = [];
    for (const text of [...before(zoe), 'Soup?']) ids.push(await suite.toChannel(amir, channel, 'Lunch', text));
    await expectSoon(() => waiting(zoe), ids);
    await makeDue(zoe);
    expect((await smtp.next(address)).text).toContain('Soup?');
    const id = ids.at(-1);
    await suite.stores.call(updateMessage, amir.caller, { content: `Soup, @**Zoe|${zoe.id}**?` }, { message_id: String(id) });
    await expectSoon(() => waiting(zoe), [id]);
    await makeDue(zoe);
    const { text } = await smtp.next(address);
    expect(text).toContain('Soup, @**Zoe');
    expect(text).toContain('You receive this because you were mentioned.');
  });

  it.each<[string, Record<string, boolean>, Record<string, boolean>, string]>([
    ['the person', { message_content_in_email_notifications: false }, {}, 'because of your settings'],
    ['the organization', {}, { message_content_allowed_in_email_notifications: false }, 'because of the settings of your organization'],
  ])('shows no messages if %s does not want it', async (_, own, ofOrganization, reason) => {
    const { zoe, amir, address } = await people(ofOrganization);
    await suite.settings(zoe, own);
    await suite.direct(amir, [zoe], 'a secret');
    const { subject, text, html } = await smtp.next(address);
    expect(subject).toBe('You missed 1 message');
    expect(text).toContain(reason);
    expect(`${text}${html}`).not.toMatch(/secret|Amir/);
  });

  it('is in the language and the time zone of the person, and names the organization if they want it', async () => {
    const { zoe, amir, address, organization } = await people();
    await suite.settings(zoe, { default_language: 'de', realm_name_in_email_notifications_policy: 2 });
    await sql()
      .$executeRaw`UPDATE user_account SET timezone = 'Asia/Kolkata' WHERE organization_id = ${organization.id} AND id = ${zoe.id}`;
    await suite.direct(amir, [zoe], 'Hallo');
    const { subject, text, html } = await smtp.next(address);
    expect(subject).toBe(`[Organization ${organization.stringId}] Direktnachrichten mit Amir`);
    expect(text).toContain('Hallo Zoe,\n\ndu hast in dieser Unterhaltung eine Nachricht verpasst.');
    expect(html).toContain('<html lang="de">');
    const [, minute] = /\d\d:(\d\d)\):/.exec(text) ?? [];
    const [row] = await suite.stores.database.client.$queryRaw<{ minute: string }[]>`
      SELECT to_char(max(sent_at) AT TIME ZONE 'Asia/Kolkata', 'MI') AS minute FROM message WHERE organization_id = ${organization.id}`;
    expect(minute).toBe(row?.minute);
  });

  it('is dropped if the mailbox is refused for good, tried again if the server does not relay, and others get theirs', async () => {
    const all = await people();
    const { organization, zoe, amir, address } = all;
    const [busy, other] = await Promise.all([
      suite.rows.user(organization, { deliveryEmail: `busy-${zoe.id}@example.com` }),
      suite.rows.user(organization, { deliveryEmail: `other-${zoe.id}@example.com` }),
    ]);
    for (const each of [busy, other]) await suite.settings(each, AT_ONCE);
    smtp.refuseAddress(address, 550);
    smtp.refuseAddress(`busy-${zoe.id}@example.com`, '554 5.7.1 Relay access denied');
    await suite.direct(amir, [zoe, busy, other], 'Hello');
    await smtp.next(`other-${zoe.id}@example.com`, 60_000);
    await expectSoon(async () => smtp.rejectedTo(`busy-${zoe.id}@example.com`) > 0 && smtp.rejectedTo(address) > 0, true);
    smtp.refuseAddress(`busy-${zoe.id}@example.com`);
    await smtp.next(`busy-${zoe.id}@example.com`, 60_000);
    // The row of a mail stays as long as its job, also if that is dead.
    await expectSoon(() => unsent(organization), []);
    expect([smtp.rejectedTo(address), smtp.countTo(address)]).toEqual([1, 0]);
    // The next message is told, because the mailbox may work again.
    smtp.refuseAddress(address);
    await nothingBefore(all);
  }, 200_000);

  it('shows the newest 50 messages of a conversation, and counts the others', async () => {
    const { zoe, amir, address } = await people();
    await suite.settings(zoe, NEVER_YET);
    const ids = [];
    for (let n = 1; n <= 53; n += 1) ids.push(await suite.direct(amir, [zoe], `number ${n}.`));
    await expectSoon(() => waiting(zoe), ids);
    await makeDue(zoe);
    const { text } = await smtp.next(address);
    expect(text).toContain('you missed 53 messages');
    expect(text).toContain('3 messages of the same conversation are not shown');
    expect([text.includes('number 3.'), text.includes('number 4.'), text.includes('number 53.')]).toEqual([false, true, true]);
  });

  it('is sent to someone who was active only if they leave without having been online since', async () => {
    const all = await people();
    const { zoe, amir, address } = all;
    const later = () => sql().$executeRaw`
      UPDATE missed_message SET missed_at = missed_at - interval '11 minutes' WHERE organization_id = ${zoe.organizationId} AND user_id = ${zoe.id}`;
    await suite.presence(zoe, 20);
    const stayed = await suite.direct(amir, [zoe], 'while they are online');
    await expectSoon(() => waiting(zoe), [stayed]);
    await suite.presence(zoe, 0);
    await later();
    await makeDue(zoe);
    await expectSoon(() => waiting(zoe), []);
    const left = await suite.direct(amir, [zoe], 'just before they left');
    await expectSoon(() => waiting(zoe), [left]);
    await suite.presence(zoe, 20 * 60);
    await later();
    await makeDue(zoe);
    const { text } = await smtp.next(address);
    expect(text).toContain('just before they left');
    expect(smtp.countTo(address)).toBe(1);
  });
});

describe('the link that ends them', () => {
  const tokens = () => new UnsubscribeTokens(baseConfig.parse({ ...suite.stores.env, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET }));
  const stop = (stringId: string, token: string) =>
    suite.stores.rpc.call(stopMails, { token }, { host: `${stringId}.chat.example`, clientName: 'website' });

  it('turns the settings off, in its own organization only', async () => {
    const all = await people();
    const { zoe, amir, organization } = all;
    const [other, stranger] = [await suite.rows.organization(), tokens().tokenOf(organization.id, zoe.id, 'missed')];
    await expect(stop(other.stringId, stranger)).rejects.toThrow('This confirmation link is invalid');
    expect(await stop(organization.stringId, stranger)).toEqual({ kind: 'missed' });
    await suite.direct(amir, [zoe], 'Hello');
    const [row] = await suite.stores.database.client.$queryRaw<{ values: Record<string, unknown> }[]>`
      SELECT values FROM user_settings WHERE organization_id = ${organization.id} AND user_id = ${zoe.id}`;
    expect(row?.values).toMatchObject({ enable_offline_email_notifications: false, enable_followed_topic_email_notifications: false });
    await suite.settings(zoe, { enable_offline_email_notifications: true });
    await nothingBefore(all);
  });
});

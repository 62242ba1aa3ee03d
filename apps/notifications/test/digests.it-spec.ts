import { describe, expect, it } from '@jest/globals';
import { type Caller, ROLES } from '@parley/contracts';
import { updateOrganization } from '@parley/contracts/organization';
import { stopMails } from '@parley/contracts/settings';
import { baseConfig, UnsubscribeTokens } from '@parley/runtime';
import { expectSoon, TEST_CALLER_SECRET } from '@parley/testing';
import { rescheduleDigest } from '../src/digest/digest-runs.repository.js';
import {
  awayFor,
  digest,
  followed,
  isScheduled,
  mailTo,
  openDigests,
  type People,
  people,
  runOf,
  smtp,
  sql,
  suite,
} from './digest-suite.js';

openDigests();

describe('a digest', () => {
  it('tells someone who was away of the hottest conversations and of new channels, and can be ended', async () => {
    const { organization, zoe, amir, channel } = await people();
    const cleo = await suite.rows.user(organization, { fullName: 'Cleo' });
    await suite.rows.subscription(channel, [cleo]);
    await suite.toChannel(amir, channel, 'Cars', 'A *red* one');
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    await suite.toChannel(cleo, channel, 'Lunch', '**Yes**, soup.');
    await suite.toChannel(amir, channel, 'Lunch', 'Then soup.');
    await suite.rows.channel(organization, { name: 'fresh' });
    await suite.rows.channel(organization, { name: 'secret', isPrivate: true });
    await digest(organization);
    const mail = await mailTo(zoe);
    const name = `Organization ${organization.stringId}`;
    expect(mail.subject).toBe(`What happened in ${name}`);
    expect(mail.text).toMatch(/#plans > Lunch\n3 messages by 2 people\n\nAmir \(.*\):\nSoup\?\n\nCleo \(.*\):\n\*\*Yes\*\*, soup\.\n/);
    expect(mail.text.indexOf('> Lunch')).toBeLessThan(mail.text.indexOf('#plans > Cars\n1 message by 1 person'));
    const url = `https://${organization.stringId}.chat.example`;
    expect(mail.text).toContain(`${url}/#narrow/channel/${channel.id}-plans/topic/Lunch`);
    expect(mail.text).toMatch(/1 new channel:[\s\S]*#fresh/);
    expect(mail.html).toContain('<strong>Yes</strong>, soup.');
    expect(`${mail.text}${mail.html}`).not.toMatch(/secret|<img|Then soup/);
    expect(mail.headerNames).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'auto-submitted']));
    expect([smtp.countTo(zoe.address), smtp.countTo(amir.address)]).toEqual([1, 0]);
    const tokens = new UnsubscribeTokens(baseConfig.parse({ ...suite.stores.env, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET }));
    const token = tokens.tokenOf(organization.id, zoe.id, 'digest');
    expect(mail.text).toContain(`${url}/unsubscribe/${token}`);
    const visitor = { host: `${organization.stringId}.chat.example`, clientName: 'website' };
    expect(await suite.stores.rpc.call(stopMails, { token }, visitor)).toEqual({ kind: 'digest' });
    const settings = await suite.stores.database.client.userSettings.findUnique({ where: { userId: zoe.id } });
    expect(settings?.values).toMatchObject({ enable_digest_emails: false });
  });

  it.each<[string, (people: People) => PromiseLike<unknown>]>([
    ['turned digests off', ({ zoe }) => suite.settings(zoe, { enable_digest_emails: false })],
    [
      'was active lately',
      ({ zoe }) =>
        sql()
          .$executeRaw`UPDATE user_account SET last_active_on = current_date - 5 WHERE organization_id = ${zoe.organizationId} AND id = ${zoe.id}`,
    ],
    [
      'was deactivated',
      ({ zoe }) =>
        sql().$executeRaw`UPDATE user_account SET is_active = false WHERE organization_id = ${zoe.organizationId} AND id = ${zoe.id}`,
    ],
    [
      'is a bot',
      ({ zoe, amir }) =>
        sql()
          .$executeRaw`UPDATE user_account SET is_bot = true, bot_type = 1, bot_owner_id = ${amir.id} WHERE organization_id = ${zoe.organizationId} AND id = ${zoe.id}`,
    ],
    [
      'muted the channel',
      ({ zoe }) =>
        sql().$executeRaw`UPDATE subscription SET is_muted = true WHERE organization_id = ${zoe.organizationId} AND user_id = ${zoe.id}`,
    ],
    ['muted the topic', ({ zoe, channel }) => suite.follow(zoe, channel, 'Lunch', 1)],
    [
      'muted the sender',
      ({ zoe, amir }) =>
        sql()
          .$executeRaw`INSERT INTO muted_user (user_id, sender_id, organization_id) VALUES (${zoe.id}, ${amir.id}, ${zoe.organizationId})`,
    ],
    [
      'left the channel',
      ({ zoe }) =>
        sql().$executeRaw`UPDATE subscription SET active = false WHERE organization_id = ${zoe.organizationId} AND user_id = ${zoe.id}`,
    ],
    [
      'joined a channel with protected history after the messages',
      async ({ zoe, channel }) => {
        await sql()
          .$executeRaw`UPDATE channel SET is_private = true, history_public_to_subscribers = false WHERE organization_id = ${channel.organizationId} AND id = ${channel.id}`;
        await sql().$executeRaw`
          UPDATE subscription_span SET after_id = (SELECT max(m.id) FROM message m WHERE m.organization_id = ${zoe.organizationId})
          WHERE organization_id = ${zoe.organizationId} AND user_id = ${zoe.id}`;
      },
    ],
  ])('is not sent to someone who %s', async (_, change) => {
    const all = await people();
    const { organization, zoe, amir, channel } = all;
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    await change(all);
    await digest(organization);
    expect(smtp.countTo(zoe.address)).toBe(0);
  });

  it('shows a topic that is unmuted or followed in a muted channel', async () => {
    const { organization, zoe, amir, channel } = await people();
    await suite.follow(zoe, channel, 'Lunch', 2);
    await sql().$executeRaw`UPDATE subscription SET is_muted = true WHERE organization_id = ${organization.id} AND user_id = ${zoe.id}`;
    await suite.toChannel(amir, channel, 'Cars', 'A red one');
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    await digest(organization);
    const { text } = await mailTo(zoe);
    expect([text.includes('> Lunch'), text.includes('> Cars')]).toEqual([true, false]);
  });

  it('names to guests only new channels that they may read', async () => {
    const { organization, amir, channel } = await people();
    const guest = await awayFor(await suite.rows.user(organization, { role: ROLES.guest }));
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    await suite.rows.channel(organization, { name: 'members' });
    await suite.rows.channel(organization, { name: 'world', isWebPublic: true });
    await digest(organization);
    const { text } = await mailTo(guest);
    expect(text).toMatch(/1 new channel:[\s\S]*#world/);
    expect(text).not.toMatch(/members|Lunch|Soup/);
  });

  it.each<[string, Record<string, boolean>, Record<string, boolean>]>([
    ['the person', { message_content_in_email_notifications: false }, {}],
    ['the organization', {}, { message_content_allowed_in_email_notifications: false }],
  ])('only counts if %s wants no content in mails', async (_, own, ofOrganization) => {
    const { organization, zoe, amir, channel } = await people(ofOrganization);
    await suite.settings(zoe, own);
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    await digest(organization);
    const { text, html } = await mailTo(zoe);
    expect(text).toContain('1 conversation in your channels');
    expect(`${text}${html}`).not.toMatch(/plans|Lunch|Soup|Amir/);
  });

  it('is in the language and the time zone of the person', async () => {
    const { organization, zoe, amir, channel } = await people();
    await suite.settings(zoe, { default_language: 'de', twenty_four_hour_time: true });
    await sql()
      .$executeRaw`UPDATE user_account SET timezone = 'Asia/Kolkata' WHERE organization_id = ${organization.id} AND id = ${zoe.id}`;
    await suite.toChannel(amir, channel, 'Lunch', 'Suppe?');
    await digest(organization);
    const { subject, text, html } = await mailTo(zoe);
    expect(subject).toBe(`Das ist in Organization ${organization.stringId} passiert`);
    expect(text).toContain('Eine Nachricht von einer Person');
    expect(html).toContain('<html lang="de">');
    const [, time] = /(\d\d:\d\d)\):/.exec(text) ?? [];
    const [row] = await suite.stores.database.client.$queryRaw<{ time: string }[]>`
      SELECT to_char(max(sent_at) AT TIME ZONE 'Asia/Kolkata', 'HH24:MI') AS time FROM message WHERE organization_id = ${organization.id}`;
    expect(time).toBe(row?.time);
  });

  it('is sent once in a week, whatever is repeated', async () => {
    const { organization, zoe, amir, channel } = await people();
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    await digest(organization);
    await mailTo(zoe);
    await suite.toChannel(amir, channel, 'Lunch', 'More soup?');
    // The service remembers for an hour that the next digest is scheduled. A new weekday makes it look again.
    const owner = await suite.rows.user(organization, { role: ROLES.owner });
    await configure(owner.caller, { digest_weekday: '4' });
    await digest(organization);
    expect(smtp.countTo(zoe.address)).toBe(1);
    await sql().$executeRaw`UPDATE digest_mail SET begun_at = begun_at - interval '7 days' WHERE organization_id = ${organization.id}`;
    await suite.toChannel(amir, channel, 'Lunch', 'Even more soup?');
    await configure(owner.caller, { digest_weekday: '5' });
    await digest(organization);
    expect((await mailTo(zoe)).text).toContain('#plans > Lunch');
  });

  it('reaches everyone who was away, page by page, once', async () => {
    const { organization, amir, channel } = await people();
    const ids = await suite.rows.manyUsers(organization, 450);
    const away = await Promise.all([ids[0], ids[220], ids[449]].map((id) => awayFor({ ...amir, id: id ?? 0 })));
    await suite.rows.subscription(channel, away);
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    await digest(organization);
    expect(away.map(({ address }) => smtp.countTo(address))).toEqual([1, 1, 1]);
  });
});

describe('the next digest of an organization', () => {
  it('begins on its weekday, from the first event on', async () => {
    const { organization, amir, channel } = await people({ digest_weekday: 6 });
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    await expectSoon(() => isScheduled(organization), true);
    const scheduled = async () => {
      const [row] = await suite.stores.database.client.$queryRaw<{ day: number; hour: number; days: number }[]>`
        SELECT extract(isodow FROM scheduled_at AT TIME ZONE 'UTC')::int AS day, extract(hour FROM scheduled_at AT TIME ZONE 'UTC')::int AS hour,
          extract(day FROM scheduled_at - now())::int AS days
        FROM digest_run WHERE organization_id = ${organization.id}`;
      return row;
    };
    expect(await scheduled()).toMatchObject({ day: 7, hour: 10 });
    for (let weekday = 0; weekday < 7; weekday += 1) {
      await sql()
        .$executeRaw`UPDATE organization SET settings = settings || ${JSON.stringify({ digest_weekday: weekday })}::jsonb WHERE id = ${organization.id}`;
      await suite.stores.database.transaction((tx) => rescheduleDigest(tx, organization.id));
      const found = await scheduled();
      expect(found).toMatchObject({ day: weekday + 1, hour: 10 });
      expect([0, 1, 2, 3, 4, 5, 6]).toContain(found?.days);
    }
  });

  it('exists only if it sends digests, and as soon as it does', async () => {
    const { organization, amir, channel } = await people({ digest_emails_enabled: false });
    const owner = await suite.rows.user(organization, { role: ROLES.owner });
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    await expectSoon(() => followed(organization), true);
    expect(await isScheduled(organization)).toBe(false);
    await configure(owner.caller, { digest_emails_enabled: 'true' });
    await expectSoon(() => isScheduled(organization), true);
    const weekday = async () => (await runOf(organization))?.scheduledAt.getUTCDay();
    await configure(owner.caller, { digest_weekday: '4' });
    await expectSoon(weekday, 5);
  });

  it('exists only if something happened in a channel since the last one began', async () => {
    const { organization, amir, channel } = await people();
    await suite.direct(amir, [amir], 'A note');
    await expectSoon(() => followed(organization), true);
    expect(await isScheduled(organization)).toBe(false);
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    await digest(organization);
    expect(await isScheduled(organization)).toBe(false);
  });

  it('begins where the last one began, if something happened meanwhile', async () => {
    const { organization, amir, channel } = await people();
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    await expectSoon(() => isScheduled(organization), true);
    const begunAt = new Date(Date.now() - 60_000);
    const everyone = 2_147_483_647;
    await sql().$executeRaw`
      UPDATE digest_run SET scheduled_at = ${begunAt}, begun_at = ${begunAt}, due_at = now(), after_user_id = ${everyone}
      WHERE organization_id = ${organization.id}`;
    await expectSoon(async () => (await runOf(organization))?.afterUserId, 0);
    const run = await runOf(organization);
    expect([run?.since, run?.begunAt, (run?.scheduledAt ?? 0) > new Date()]).toEqual([begunAt, null, true]);
  });

  it('waits for its weekday if the server was down for a day', async () => {
    const { organization, zoe, amir, channel } = await people();
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    await expectSoon(() => isScheduled(organization), true);
    await sql()
      .$executeRaw`UPDATE digest_run SET scheduled_at = now() - interval '25 hours', due_at = now() WHERE organization_id = ${organization.id}`;
    await expectSoon(async () => ((await runOf(organization))?.scheduledAt ?? 0) > new Date(), true);
    expect([(await runOf(organization))?.begunAt, smtp.countTo(zoe.address)]).toEqual([null, 0]);
  });
});

const configure = (caller: Caller, values: Record<string, string>) => suite.stores.call(updateOrganization, caller, values);

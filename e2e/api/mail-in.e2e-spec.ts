import { afterAll, describe, expect, it } from '@jest/globals';
import { archiveChannel, getChannelEmailAddress } from '@parley/contracts/channels';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { deactivateUser } from '@parley/contracts/organization';
import { updateSettings } from '@parley/contracts/settings';
import { deliverMail } from '@parley/testing';
import { closeConnections, http } from '../client/http.js';
import { Mailbox } from '../client/mailbox.js';
import { noteSecretWords } from '../client/secret-words.js';
import { World } from '../client/world.js';

const world = new World();
const mailbox = new Mailbox();
const owner = world.as(world.owner);
afterAll(() => closeConnections());

/** Delivers as the mail server of the installation does. Returns the answer. */
async function deliver(to: string, raw: string): Promise<string> {
  const { code, text } = await deliverMail({ port: Number(process.env.PARLEY_TEST_MAIL_IN_PORT) }, { to, raw });
  return `${code} ${text}`;
}

const mail = (id: string, text: string, headers = '', from = 'zoe@example.com') =>
  `From: Zoe <${from}>\r\nSubject: Re: Soup\r\nMessage-ID: <${world.fresh(id).replaceAll(' ', '-')}@example.com>\r\n${headers}\r\n${text}\r\n`;

/** A newcomer with a channel of their own, and its address. */
async function channelOf() {
  const person = await world.newcomer();
  const actor = world.as(person);
  const channel = await world.channel([person]);
  const { email } = await actor.ok(getChannelEmailAddress, { stream_id: channel.id });
  noteSecretWords({ token: email.split('.').find((part) => part.length > 20) ?? email });
  const newest = async () => {
    const narrow = [{ operator: 'channel', operand: channel.id }];
    return (await actor.ok(getMessages, { anchor: 'newest', num_before: 5, num_after: 0, narrow, apply_markdown: false })).messages;
  };
  return { person, actor, channel, email, newest };
}

describe('a mail to a channel', () => {
  it('is a message when the mail server has the answer, once, with its file', async () => {
    const { email, person, newest } = await channelOf();
    const file =
      '--b\r\nContent-Type: image/png; name="a.png"\r\nContent-Disposition: attachment; filename="a.png"\r\nContent-Transfer-Encoding: base64\r\n\r\naGVsbG8=\r\n';
    const raw = mail('file', `--b\r\n\r\nIs it *hot*?\r\n${file}--b--`, 'Content-Type: multipart/mixed; boundary=b\r\n');
    expect([await deliver(email, raw), await deliver(email.toUpperCase(), raw)]).toEqual([
      '250 2.0.0 The message is stored',
      '250 2.0.0 The message is stored',
    ]);
    const messages = await newest();
    expect(messages).toMatchObject([{ sender_full_name: 'Email Gateway', subject: 'Soup' }]);
    const [, url = ''] =
      /^\*\*From:\*\* Zoe \(zoe@example\.com\)\n\nIs it \*hot\*\?\n\n\[a\.png\]\((\/user_uploads\/\S+)\)$/.exec(
        messages[0]?.content ?? '',
      ) ?? [];
    const authorization = `Basic ${Buffer.from(`${person.email}:${person.api_key}`).toString('base64')}`;
    const downloaded = await http({ method: 'GET', url: `${world.baseUrl}${url}`, headers: { host: world.host, authorization } });
    expect([downloaded.status, downloaded.text]).toEqual([200, 'hello']);
  });

  it('is refused for good when the channel is archived or its address is of someone who is gone', async () => {
    const { email, channel, person } = await channelOf();
    const other = await channelOf();
    expect(await deliver(email.replace('.show-sender', ''), mail('ok', 'hi'))).toMatch(/^250 /);
    await owner.ok(archiveChannel, { stream_id: channel.id });
    expect(await deliver(email, mail('archived', 'hi'))).toMatch(/^550 5\.7\.1 Not authorized to send to channel/);
    await owner.ok(deactivateUser, { user_id: other.person.user_id });
    expect(await deliver(other.email, mail('gone', 'hi'))).toMatch(/^550 5\.7\.1 The account that this address belongs to is deactivated/);
    expect(
      await deliver(
        email.replace(/\.c(.)/, (_, first) => `.c${first === 'a' ? 'b' : 'a'}`),
        mail('guessed', 'hi'),
      ),
    ).toMatch(/^550 5\.1\.1 /);
    expect(person.user_id).not.toBe(other.person.user_id);
  });
});

it('an answer to a mail about missed messages is a message of the person, and their mail program quotes nothing', async () => {
  const person = await world.newcomer();
  const actor = world.as(person);
  await actor.ok(updateSettings, { email_notifications_batching_period_seconds: 1 });
  await owner.ok(sendMessage, { type: 'direct', to: [person.user_id], content: 'Soup?' });
  const { replyTo, text } = await mailbox.mailTo(person.email);
  expect(text).toContain('by replying to this mail');
  noteSecretWords({ token: replyTo.split('@')[0] ?? '' });
  const quoted = text.split('\n').map((line) => `> ${line}`);
  const answer = ['Yes, please.', '', '-- ', 'New Comer', '', 'On Monday, Parley wrote:', ...quoted].join('\r\n');
  expect(await deliver(replyTo, mail('automatic', answer, 'Auto-Submitted: auto-replied\r\n'))).toMatch(/^550 5\.7\.1 Automatic replies/);
  expect(await deliver(replyTo, mail('answer-to-all', answer))).toMatch(/^550 5\.7\.1 Only the person who got the notification/);
  expect(await deliver(replyTo, mail('answer', answer, '', person.email))).toMatch(/^250 /);
  const narrow = [{ operator: 'dm', operand: [person.user_id] }];
  const { messages } = await owner.ok(getMessages, { anchor: 'newest', num_before: 5, num_after: 0, narrow, apply_markdown: false });
  expect(messages.map(({ sender_id, content }) => [sender_id, content])).toEqual([
    [world.owner.user_id, 'Soup?'],
    [person.user_id, 'Yes, please.'],
  ]);
});

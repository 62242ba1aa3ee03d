import { afterAll, describe, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import { sendMessage, updateMessageFlags } from '@parley/contracts/messaging';
import { updateSettings } from '@parley/contracts/settings';
import { organizationOf } from '../client/demo.js';
import { closeConnections, http } from '../client/http.js';
import { Mailbox, type TakenMail } from '../client/mailbox.js';
import { World } from '../client/world.js';

const world = new World();
const mailbox = new Mailbox();
const owner = world.as(world.owner);
afterAll(() => closeConnections());

/** Someone who was never online, with a mail after this time. */
async function away(seconds: number, settings = {}) {
  const person = await world.newcomer();
  const actor = world.as(person);
  await actor.ok(updateSettings, { email_notifications_batching_period_seconds: seconds, ...settings });
  const direct = async (content: string) => (await owner.ok(sendMessage, { type: 'direct', to: [person.user_id], content })).id;
  return { ...person, actor, direct, firstMail: () => mailbox.mailTo(person.email) };
}

const tokenIn = ({ text }: TakenMail) => /\/unsubscribe\/(\S+)/.exec(text)?.[1] ?? '';

describe('someone who is away', () => {
  it('gets one mail about the messages of a conversation, without those that they read meanwhile', async () => {
    const { actor, direct, firstMail } = await away(3_600);
    const read = await direct('this one is read');
    await actor.ok(updateMessageFlags, { messages: [read], op: 'add', flag: 'read' });
    await direct('the first one');
    await actor.ok(updateSettings, { email_notifications_batching_period_seconds: 1 });
    await direct('the second one');
    const { subject, text, html } = await firstMail();
    expect(subject).toMatch(/^DMs with /);
    expect(text).toContain('you missed 2 messages');
    expect(text).toMatch(/the first one[\s\S]*the second one/);
    expect(html).toContain('<p>the second one</p>');
  });

  it('gets a mail about a mention', async () => {
    const person = await away(1);
    const channel = await world.channel([world.owner, person]);
    await owner.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'soup', content: `@**New Comer|${person.user_id}** soup?` });
    const { subject, text } = await person.firstMail();
    expect(subject).toBe(`#${channel.name} > soup`);
    expect(text).toContain('because you were mentioned');
  });

  it('sees no content in the mail if they do not want it', async () => {
    const { direct, firstMail } = await away(1, { message_content_in_email_notifications: false });
    await direct('a secret');
    const { subject, text, html } = await firstMail();
    expect(subject).toBe('You missed 1 message');
    expect(`${text}${html}`).not.toContain('secret');
  });

  it('ends such mails by the link in them, which a GET does not use, and which belongs to their organization', async () => {
    const { direct, firstMail, actor } = await away(1);
    await direct('one');
    const token = tokenIn(await firstMail());
    const at = (host: string, method: 'GET' | 'POST') =>
      http({
        method,
        url: `${world.baseUrl}/unsubscribe/${token}`,
        headers: { host, ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }) },
        ...(method === 'POST' && { body: 'List-Unsubscribe=One-Click' }),
      });
    const isOn = async () => {
      const registered = await actor.ok(registerQueue, { event_types: ['user_settings'], fetch_event_types: ['user_settings'] });
      return Object(Object(registered).user_settings).enable_offline_email_notifications;
    };
    expect(await at(world.host, 'GET')).toMatchObject({ status: 200, text: expect.stringContaining('<button>Unsubscribe</button>') });
    expect((await at(organizationOf(world.demo, 'other').host, 'POST')).status).toBe(400);
    expect(await isOn()).toBe(true);
    expect(await at(world.host, 'POST')).toMatchObject({ status: 200, text: expect.stringContaining('You will get no more') });
    expect(await isOn()).toBe(false);
  });
});

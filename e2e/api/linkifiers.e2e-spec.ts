import { afterAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { registerQueue } from '@parley/contracts/event-queue';
import { getMessage, sendMessage } from '@parley/contracts/messaging';
import { createLinkifier, deleteLinkifier, listLinkifiers, reorderLinkifiers, updateLinkifier } from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const administrator = world.as(world.administrator);
const member = world.as(world.member);
afterAll(() => closeConnections());

/** With a prefix that no other test uses. */
function definition() {
  const prefix = world.fresh('L').replaceAll(/[^A-Za-z0-9]/g, '');
  return { prefix, pattern: `${prefix}-(?P<id>[0-9]+)`, url_template: `https://tracker.example.com/${prefix}/{id}` };
}
type Definition = ReturnType<typeof definition>;
const fieldsOf = ({ pattern, url_template }: Definition) => ({ pattern, url_template });

describe('linkifiers', () => {
  it('are added, applied to messages and topics at once, changed, and deleted', async () => {
    const one = definition();
    const queue = await member.ok(registerQueue, {
      event_types: ['realm_linkifiers'],
      fetch_event_types: ['realm_linkifiers'],
      client_capabilities: { notification_settings_null: true, linkifier_url_template: true },
    });
    const { id } = await administrator.ok(createLinkifier, {
      ...fieldsOf(one),
      example_input: `${one.prefix}-1`,
      reverse_template: `${one.prefix}-{id}`,
      alternative_url_templates: ['https://old.example.com/{id}'],
    });
    expect((await member.ok(listLinkifiers, {})).linkifiers.find((linkifier) => linkifier.id === id)).toEqual({
      id,
      ...fieldsOf(one),
      example_input: `${one.prefix}-1`,
      reverse_template: `${one.prefix}-{id}`,
      alternative_url_templates: ['https://old.example.com/{id}'],
    });
    const channel = await world.channel([world.member]);
    const send = async () => {
      const sent = await member.ok(sendMessage, {
        type: 'channel',
        to: channel.id,
        topic: `${one.prefix}-7`,
        content: `see ${one.prefix}-8`,
      });
      return (await member.ok(getMessage, { message_id: sent.id })).message;
    };
    expect(await send()).toMatchObject({
      content: `<p>see <a href="https://tracker.example.com/${one.prefix}/8">${one.prefix}-8</a></p>`,
      topic_links: [{ text: `${one.prefix}-7`, url: `https://tracker.example.com/${one.prefix}/7` }],
    });
    await administrator.ok(updateLinkifier, { filter_id: id, ...fieldsOf(one), url_template: 'https://new.example.com/{id}' });
    expect(await send()).toMatchObject({ content: `<p>see <a href="https://new.example.com/8">${one.prefix}-8</a></p>` });
    await administrator.ok(deleteLinkifier, { filter_id: id });
    expect(await send()).toMatchObject({ content: `<p>see ${one.prefix}-8</p>`, topic_links: [] });
    const templates = [one.url_template, 'https://new.example.com/{id}', undefined];
    const templateIn = ({ realm_linkifiers }: ClientEvent) =>
      (realm_linkifiers as { id: number; url_template: string }[]).find((linkifier) => linkifier.id === id)?.url_template;
    const received = await receiveEvents(member, queue, 3, (event, before) => templateIn(event) === templates[before]);
    expect(received.map(templateIn)).toEqual(templates);
  });

  it('can be reordered', async () => {
    const ids = [];
    for (const one of [definition(), definition()]) ids.push((await administrator.ok(createLinkifier, fieldsOf(one))).id);
    const now = (await member.ok(listLinkifiers, {})).linkifiers.map(({ id }) => id);
    await administrator.ok(reorderLinkifiers, { ordered_linkifier_ids: now.toReversed() });
    expect((await member.ok(listLinkifiers, {})).linkifiers.map(({ id }) => id)).toEqual(now.toReversed());
    const answer = await administrator.call(reorderLinkifiers, { ordered_linkifier_ids: now.slice(1) });
    expect([answer.status, answer.body.msg]).toEqual([400, 'The ordered list must enumerate all existing linkifiers exactly once']);
    for (const filter_id of ids) await administrator.ok(deleteLinkifier, { filter_id });
  });

  it('are refused with the invalid fields', async () => {
    const one = definition();
    const { id } = await administrator.ok(createLinkifier, fieldsOf(one));
    const refusal = async (fields: Record<string, unknown>) =>
      (await administrator.call(createLinkifier, { ...fieldsOf(one), ...fields })).body;
    expect(await refusal({ pattern: '(?=x)' })).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'Bad regular expression: invalid or unsupported Perl syntax: `(?=`',
      errors: { pattern: ['Bad regular expression: invalid or unsupported Perl syntax: `(?=`'] },
    });
    expect(await refusal({ url_template: '{' })).toMatchObject({ errors: { url_template: ['Invalid URL template.'] } });
    expect(await refusal({})).toMatchObject({ msg: 'Linkifier with this Pattern and Realm already exists.' });
    expect(await refusal({ example_input: 'x', reverse_template: '{id}' })).toMatchObject({
      msg: expect.stringContaining('Example input does not match'),
    });
    const missing = await administrator.call(createLinkifier, { pattern: 'x' });
    expect([missing.body.code, missing.body.msg]).toEqual(['REQUEST_VARIABLE_MISSING', "Missing 'url_template' argument"]);
    const foreign = await world.as(world.stranger).call(deleteLinkifier, { filter_id: id });
    expect([foreign.status, foreign.body.msg]).toEqual([400, 'Linkifier not found.']);
    for (const actor of [member, world.as(world.guest)]) {
      const answer = await actor.call(deleteLinkifier, { filter_id: id });
      expect([answer.status, answer.body.msg]).toEqual([400, 'Must be an organization administrator']);
    }
    expect((await world.anybody().call(listLinkifiers, {})).status).toBe(401);
    await administrator.ok(deleteLinkifier, { filter_id: id });
  });
});

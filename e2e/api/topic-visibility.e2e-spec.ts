import { afterAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { changeMutedTopics, setTopicVisibility } from '@parley/contracts/channels';
import { registerQueue } from '@parley/contracts/event-queue';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
afterAll(() => closeConnections());

async function listed(channelId: number): Promise<unknown[]> {
  const registered = await me.ok(registerQueue, { fetch_event_types: ['user_topic'], client_capabilities: { empty_topic_name: true } });
  const topics: unknown = Reflect.get(registered, 'user_topics');
  return Array.isArray(topics) ? topics.filter((topic) => topic.stream_id === channelId) : [];
}

describe("a topic's visibility policy", () => {
  it('is set, is in the next registration, and is sent to the open queue', async () => {
    const channel = await world.channel([world.member]);
    const queue = await me.ok(registerQueue, { event_types: ['user_topic', 'muted_topics'], fetch_event_types: [] });
    await me.ok(setTopicVisibility, { stream_id: channel.id, topic: 'Lunch', visibility_policy: 3 });
    const entry = { stream_id: channel.id, topic_name: 'Lunch', visibility_policy: 3, last_updated: expect.any(Number) };
    expect(await listed(channel.id)).toEqual([entry]);
    const isMeant = ({ stream_id }: ClientEvent) => stream_id === channel.id;
    expect(await receiveEvents(me, queue, 1, isMeant)).toEqual([{ type: 'user_topic', ...entry }]);
    await me.ok(setTopicVisibility, { stream_id: channel.id, topic: 'LUNCH', visibility_policy: 0 });
    expect(await listed(channel.id)).toEqual([]);
  });

  it('is muted and unmuted in the older form, and older queues receive the complete list', async () => {
    const channel = await world.channel([world.member]);
    const queue = await me.ok(registerQueue, { event_types: ['muted_topics'] });
    await me.ok(changeMutedTopics, { stream: channel.name, topic: 'lunch', op: 'add' });
    const isMeant = ({ muted_topics }: ClientEvent) => JSON.stringify(muted_topics).includes(channel.name);
    expect(await receiveEvents(me, queue, 1, isMeant)).toMatchObject([
      { type: 'muted_topics', muted_topics: expect.arrayContaining([[channel.name, 'lunch', expect.any(Number)]]) },
    ]);
    await me.ok(changeMutedTopics, { stream_id: channel.id, topic: 'lunch', op: 'remove' });
    await me.ok(changeMutedTopics, { stream_id: channel.id, topic: 'lunch', op: 'remove' });
    expect(await listed(channel.id)).toEqual([]);
  });

  it('is refused with the reason', async () => {
    const channel = await world.channel([world.member]);
    const fields = { stream_id: channel.id, topic: 'lunch' };
    const refusal = async (endpoint: typeof setTopicVisibility | typeof changeMutedTopics, params: Record<string, unknown>) => {
      const { status, body } = await me.request(endpoint.method, `/api/v1${endpoint.path}`, textOf(params));
      return [status, body.code, body.msg];
    };
    expect(await refusal(setTopicVisibility, { ...fields, visibility_policy: 4 })).toEqual([
      400,
      'BAD_REQUEST',
      'Invalid visibility_policy',
    ]);
    expect(await refusal(setTopicVisibility, fields)).toEqual([400, 'REQUEST_VARIABLE_MISSING', "Missing 'visibility_policy' argument"]);
    expect(await refusal(changeMutedTopics, { topic: 'a', op: 'add' })).toEqual([
      400,
      'REQUEST_VARIABLE_MISSING',
      "Missing 'stream_id' argument",
    ]);
    expect(await refusal(changeMutedTopics, { ...fields, stream: channel.name, op: 'add' })).toEqual([
      400,
      'BAD_REQUEST',
      'Unsupported parameter combination: stream_id, stream',
    ]);
    expect(await refusal(changeMutedTopics, { ...fields, op: 'toggle' })).toEqual([400, 'BAD_REQUEST', 'Invalid op']);
    expect(await refusal(changeMutedTopics, { ...fields, topic: 'x'.repeat(61), op: 'add' })).toEqual([
      400,
      'BAD_REQUEST',
      'topic is too long (limit: 60 characters)',
    ]);
  });

  it('is refused in hidden channels, but can be reset there', async () => {
    const hidden = await world.channel([world.member], { invite_only: true });
    for (const actor of [world.as(world.colleague), world.as(world.guest), world.as(world.stranger)]) {
      const answer = await actor.call(setTopicVisibility, { stream_id: hidden.id, topic: 'lunch', visibility_policy: 1 });
      const older = await actor.call(changeMutedTopics, { stream_id: hidden.id, topic: 'lunch', op: 'add' });
      expect([answer.body.msg, older.body.msg]).toEqual(['Invalid channel ID', 'Invalid channel ID']);
    }
    await world.as(world.colleague).ok(changeMutedTopics, { stream_id: hidden.id, topic: 'lunch', op: 'remove' });
    const elsewhere = await world.as(world.stranger).call(changeMutedTopics, { stream_id: hidden.id, topic: 'lunch', op: 'remove' });
    expect(elsewhere.body.msg).toBe('Invalid channel ID');
  });

  it('needs credentials', async () => {
    const answer = await world.anybody().call(setTopicVisibility, { stream_id: 1, topic: 'lunch', visibility_policy: 1 });
    expect(answer.status).toBe(401);
  });
});

function textOf(params: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiError,
  basicCredential,
  Client,
  EventQueue,
  MessageList,
  NoAnswerError,
  Organization,
  Outbox,
  REGISTER_EVERYTHING,
  topicConversation,
  unreadCounts,
} from '@parley/client';
import type { ServerEvent } from '@parley/client-events';
import { subscribe } from '@parley/contracts/channels';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import { addReaction, deleteMessage, sendMessage, updateMessage, updateMessageFlags, uploadFile } from '@parley/contracts/messaging';
import { getUser } from '@parley/contracts/organization';
import { expectEventsExplainState } from '@parley/testing';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const AT_ONCE = { firstMs: 10, longestMs: 100 };
type Person = Awaited<ReturnType<World['newcomer']>>;
const clientOf = ({ email, api_key }: { readonly email: string; readonly api_key: string }) =>
  new Client({ baseUrl: world.baseUrl, credential: basicCredential(email, api_key) });

let me: Person;
let friend: Person;
let client: Client;
beforeAll(async () => {
  [me, friend] = [await world.newcomer('Lib Rary'), await world.newcomer('Fri End')];
  client = clientOf(me);
});
afterAll(closeConnections);

describe('a call of the client library', () => {
  it('returns the declared answer, or throws the named error with its fields', async () => {
    expect(await client.call(getUser, { user_id: String(me.user_id) })).toMatchObject({ user: { full_name: 'Lib Rary' } });
    const refused = client.call(getEvents, { queue_id: 'none', last_event_id: -1 });
    await expect(refused).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', status: 400, fields: { queue_id: 'none' } });
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    const stranger = new Client({ baseUrl: world.baseUrl, credential: basicCredential(me.email, 'wrong') });
    await expect(stranger.call(getUser, { user_id: String(me.user_id) })).rejects.toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
  });

  it('ends at its deadline, and when its signal is aborted', async () => {
    const { queue } = await EventQueue.register(client, { event_types: ['realm'], fetch_event_types: [] });
    await expect(queue.poll({ timeoutMs: 200 })).rejects.toBeInstanceOf(NoAnswerError);
    const stop = new AbortController();
    const polling = queue.poll({ signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(polling).rejects.toThrow('enough');
    await queue.delete();
  });

  it('uploads a file, and tells how much of it is sent', async () => {
    const file = new Blob([new Uint8Array(300_000).fill(97)]);
    const seen: number[] = [];
    const { filename } = await client.upload(
      uploadFile,
      file,
      {},
      {
        name: 'long.txt',
        onProgress: ({ loaded, total }) => {
          expect(total).toBe(300_000);
          seen.push(loaded);
        },
      },
    );
    expect(filename).toBe('long.txt');
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(300_000);
    expect(await client.upload(uploadFile, file, {}, { name: 'plain.txt' })).toMatchObject({ filename: 'plain.txt' });
  });
});

describe('the state of an organization', () => {
  it('is that of a fresh registration after every kind of change, and message lists have what a fresh list has', async () => {
    const stop = new AbortController();
    const organization = new Organization(client, { backoff: AT_ONCE });
    const running = organization.run(stop.signal);
    await eventually(
      async () => organization.store.get(),
      ({ connection }) => connection.kind === 'connected',
    );
    const { id: channelId, name } = await world.channel([me, friend]);
    const actor = world.as(friend);
    const narrow = [{ operator: 'channel', operand: channelId } as const];
    const list = new MessageList(client, { narrow, userId: me.user_id, channelName: () => name });
    organization.follow((events) => list.apply(events));
    await list.open('newest');

    const say = async (topic: string, content: string) =>
      (await actor.ok(sendMessage, { type: 'channel', to: channelId, topic, content })).id;
    const ids = [await say('tea', 'one'), await say('tea', 'two'), await say('coffee', 'three'), await say('coffee', 'four')];
    const [first = 0, second = 0, third = 0, fourth = 0] = ids;
    await actor.ok(updateMessage, { message_id: first, content: `@**Lib Rary|${me.user_id}** is here` });
    await actor.ok(updateMessage, {
      message_id: third,
      topic: 'tea',
      propagate_mode: 'change_one',
      send_notification_to_new_thread: false,
    });
    await actor.ok(addReaction, { message_id: second, emoji_name: 'tada' });
    await world.as(me).ok(updateMessageFlags, { messages: [second], op: 'add', flag: 'read' });
    await world.as(me).ok(updateMessageFlags, { messages: [second], op: 'add', flag: 'starred' });
    await world.as(world.administrator).ok(deleteMessage, { message_id: fourth });
    await actor.ok(subscribe, { subscriptions: [{ name: world.fresh('another') }], principals: [friend.user_id, me.user_id] });
    const last = await say('tea', 'the last one');

    await eventually(
      async () => list.store.get().messages,
      (messages) => messages.at(-1)?.id === last,
    );
    const { state, typists } = organization.store.get();
    const fresh = await client.call(registerQueue, REGISTER_EVERYTHING);
    const fields = (registration: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(Object.entries(registration).filter(([field]) => !NOT_COMPARED.includes(field)));
    expectEventsExplainState({ before: fields(state), events: [], after: fields(fresh), userId: me.user_id });
    expect(typists).toEqual([]);
    expect(unreadCounts(state).byConversation.get(topicConversation(channelId, 'TEA'))).toBe(3);
    expect(unreadCounts(state).mentions).toBe(1);

    const again = new MessageList(client, { narrow, userId: me.user_id, channelName: () => name });
    await again.open('newest');
    const shown = ({ store }: MessageList) =>
      store
        .get()
        .messages.map(({ id, subject, content, flags = [], reactions }) => ({ id, subject, content, flags: [...flags].sort(), reactions }));
    expect(shown(list)).toEqual(shown(again));
    stop.abort();
    await running;
  });

  it('is the one of a new registration when the queue is gone', async () => {
    const stop = new AbortController();
    const organization = new Organization(client, { backoff: AT_ONCE });
    const running = organization.run(stop.signal);
    await eventually(
      async () => organization.store.get(),
      ({ connection }) => connection.kind === 'connected',
    );
    const queueId = organization.position?.queueId ?? '';
    await new EventQueue(client, { queueId, lastEventId: -1 }).delete();
    await eventually(
      async () => organization.store.get(),
      ({ registrations, connection }) => registrations === 2 && connection.kind === 'connected',
    );
    expect(organization.position?.queueId).not.toBe(queueId);
    stop.abort();
    await running;
  });
});

describe('the outbox', () => {
  it('sends a message once although the answer was lost, and its event ends it', async () => {
    const stop = new AbortController();
    const organization = new Organization(client, { backoff: AT_ONCE });
    const running = organization.run(stop.signal);
    await eventually(
      async () => organization.store.get(),
      ({ connection }) => connection.kind === 'connected',
    );
    let lost = 0;
    const forgetful = new Client({
      baseUrl: world.baseUrl,
      credential: basicCredential(me.email, me.api_key),
      fetch: async (...request) => {
        const answer = await fetch(...request);
        lost += 1;
        if (lost <= 2) throw new TypeError('the connection broke');
        return answer;
      },
    });
    const outbox = new Outbox({ caller: forgetful, queueId: () => organization.position?.queueId, backoff: AT_ONCE });
    const heard: ServerEvent[] = [];
    organization.follow((events) => {
      heard.push(...events);
      outbox.apply(events);
    });
    const sending = outbox.run(stop.signal);
    const localId = outbox.send({ type: 'direct', to: [friend.user_id], content: 'only once' });
    expect(outbox.store.get()).toMatchObject([{ localId, message: { content: 'only once' } }]);
    await eventually(
      async () => outbox.store.get().length,
      (count) => count === 0,
    );
    await eventually(
      async () => lost,
      (count) => count >= 1,
    );
    const sent = heard.flatMap((event) => (event.type === 'message' ? [event] : []));
    expect(sent.map(({ local_message_id }) => local_message_id)).toEqual([localId]);
    stop.abort();
    await Promise.all([running, sending]);
  });
});

/** Of the queue itself, or without logged events. */
const NOT_COMPARED = ['result', 'msg', 'queue_id', 'last_event_id', 'presences', 'presence_last_update_id', 'server_timestamp'];

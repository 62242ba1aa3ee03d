import { afterAll, describe, expect, it } from '@jest/globals';
import { archiveChannel, subscribe, unsubscribe, updateChannel } from '@parley/contracts/channels';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { createUserGroup, updateUserGroupMembers } from '@parley/contracts/organization';
import { type ClientState, expectEventsExplainState } from '@parley/testing';
import { AccessChecker } from '../client/access-checker.js';
import type { Actor } from '../client/actor.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const creator = world.as(world.member);
const owner = world.as(world.owner);
const watcher = world.as(world.third);
afterAll(() => closeConnections());

type Event = { readonly id: number; readonly type: string } & Readonly<Record<string, unknown>>;

const TYPES = ['message', 'stream', 'subscription'];
const CAPABILITIES = { empty_topic_name: true };
const FIELDS = { event_types: TYPES, fetch_event_types: ['stream', 'subscription'], include_subscribers: 'true' };
const TIMEOUT_MS = 120_000;

async function registered(actor: Actor, params: Record<string, unknown>) {
  const answer = await actor.ok(registerQueue, { ...FIELDS, ...params });
  const lists = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'];
  const state: ClientState = Object.fromEntries(lists.map((list) => [list, Reflect.get(answer, list)]));
  return { queueId: answer.queue_id ?? '', lastEventId: answer.last_event_id, state };
}

/** All events of the queue up to this id. Waits until an event with a greater id arrives. */
async function receivedUntil(actor: Actor, at: { queueId: string; lastEventId: number }, lastId: number): Promise<Event[]> {
  const events: Event[] = [];
  for (let last = at.lastEventId; last <= lastId; last = events.at(-1)?.id ?? last) {
    events.push(...(await actor.ok(getEvents, { queue_id: at.queueId, last_event_id: last })).events);
  }
  return events.filter(({ id }) => id <= lastId);
}

/** Sends messages one after another until it is stopped. In an archived channel they are refused. */
class Sending {
  readonly ids: number[] = [];
  private attempts = 0;
  private isStopping = false;
  private readonly running: Promise<void>;

  constructor(
    private readonly actor: Actor,
    private readonly channelId: number,
  ) {
    this.running = this.run();
  }

  /** Waits for this many more attempts. */
  async more(count: number): Promise<void> {
    const goal = this.attempts + count;
    while (this.attempts < goal) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      const { status, body } = await this.actor.call(sendMessage, {
        type: 'stream',
        to: this.channelId,
        topic: 'flow',
        content: `${this.attempts}`,
      });
      if (status === 200) this.ids.push(body.id);
      this.attempts += 1;
    }
  }
}

describe('access that changes while messages are sent', () => {
  it(
    'shows no channel to a user who may not see it at that position in the log, and loses nothing that they may see',
    async () => {
      const { id, name } = await world.channel([world.member, world.colleague], { invite_only: true, history_public_to_subscribers: true });
      const { group_id } = await owner.ok(createUserGroup, { name: world.fresh('crew'), description: '', members: [] });
      await creator.ok(updateChannel, { stream_id: id, can_subscribe_group: { new: group_id } });
      const mine = { subscriptions: [{ name }] };
      const others = { ...mine, principals: [world.third.user_id], send_new_subscription_messages: false };
      const subscribeWatcher = () => creator.ok(subscribe, others);
      const removeWatcher = () => creator.ok(unsubscribe, { subscriptions: [name], principals: [world.third.user_id] });
      const steps: (() => Promise<unknown>)[] = [
        subscribeWatcher,
        removeWatcher,
        () => owner.ok(updateUserGroupMembers, { user_group_id: group_id, add: [world.third.user_id] }),
        () => watcher.ok(subscribe, mine),
        () => watcher.ok(unsubscribe, { subscriptions: [name] }),
        () => owner.ok(updateUserGroupMembers, { user_group_id: group_id, delete: [world.third.user_id] }),
        () => creator.ok(updateChannel, { stream_id: id, is_private: false }),
        () => watcher.ok(subscribe, mine),
        () => creator.ok(updateChannel, { stream_id: id, is_private: true, history_public_to_subscribers: true }),
        () => owner.ok(archiveChannel, { stream_id: id }),
        () => owner.ok(updateChannel, { stream_id: id, is_archived: false }),
        removeWatcher,
        () => creator.ok(updateChannel, { stream_id: id, is_private: false }),
        () => creator.ok(updateChannel, { stream_id: id, is_private: true, history_public_to_subscribers: true }),
      ];

      const plain = await registered(watcher, { client_capabilities: CAPABILITIES });
      const all = await registered(watcher, {
        client_capabilities: { ...CAPABILITIES, archived_channels: true },
        all_public_streams: true,
      });
      const sending = new Sending(world.as(world.colleague), id);
      for (const step of [...steps, ...steps]) {
        await sending.more(3);
        await step();
      }
      await sending.more(3);
      await subscribeWatcher();
      await sending.stop();

      const after = await registered(watcher, { client_capabilities: CAPABILITIES });
      await creator.ok(sendMessage, { type: 'direct', to: [world.third.user_id], content: 'behind everything' });
      const events = await receivedUntil(watcher, plain, after.lastEventId);
      const checker = new AccessChecker(id, { allPublic: false });
      for (const event of events) checker.check(event);
      const ofAll = new AccessChecker(id, { allPublic: true });
      for (const event of await receivedUntil(watcher, all, after.lastEventId)) ofAll.check(event);
      expect([checker.faults, ofAll.faults]).toEqual([[], []]);

      // The messages with flag rows are those that the queue received, each once and in order.
      const page = { anchor: 'newest', num_before: 5000, num_after: 0, narrow: [{ operator: 'channel', operand: id }] };
      const { messages } = await watcher.ok(getMessages, page);
      const sent = new Set(sending.ids);
      const received = messages
        .filter((message) => sent.has(message.id) && !message.flags?.includes('historical'))
        .map((message) => message.id);
      expect(checker.messageIds.filter((messageId) => sent.has(messageId))).toEqual(received);
      expect(received.length).toBeGreaterThan(10);
      expect(received.length).toBeLessThan(sending.ids.length);
      expect(ofAll.messageIds.length).toBeGreaterThan(checker.messageIds.length);

      // And the received events explain the current state, including the former subscription.
      const withoutMessages = events.filter(({ type }) => type !== 'message');
      expectEventsExplainState({ before: plain.state, events: withoutMessages, after: after.state, userId: world.third.user_id });
    },
    TIMEOUT_MS,
  );
});

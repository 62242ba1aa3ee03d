import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteQueue, getEvents, registerQueue, sendMessage, subscribe, unsubscribe, updateMessageFlags } from '@parley/contracts';
import { expectEventsExplainState } from '@parley/testing';
import { Actor } from '../client/actor.js';
import { type DemoUser, organizationOf } from '../client/demo.js';
import { type RunningSuite, startTwoOfEach } from './running-suite.js';

const ROUNDS_PER_PERSON = 40;
/** What the writers change, and the lists of register that must show it. */
const TYPES = ['subscription', 'stream', 'message', 'update_message_flags'];
const FIELDS = [
  'subscriptions',
  'unsubscribed',
  'never_subscribed',
  'streams',
  'unread_msgs',
  'starred_messages',
  'recent_private_conversations',
  'max_message_id',
];

type Snapshot = Readonly<Record<string, unknown>> & { readonly queueId: string; readonly lastEventId: number };
type Event = { readonly id: number; readonly type: string } & Readonly<Record<string, unknown>>;

let running: RunningSuite;
let people: readonly DemoUser[];
beforeAll(async () => {
  running = await startTwoOfEach();
  people = organizationOf(running.demo, 'demo').users.filter((user) => !user.is_bot && user.role <= 400);
}, 180_000);
afterAll(() => running?.stop(), 120_000);

describe('registration under concurrent writes (P5)', () => {
  it('gives a snapshot that, with the events behind it, is the snapshot of any later moment', async () => {
    const writers = new Writers(running.demo.base_url, people);
    writers.start();
    const watched = people.slice(0, 5);
    const compared = await Promise.all(watched.map((person) => watch(new Actor(running.demo.base_url, person), person)));
    await writers.stop();
    const total = compared.reduce((sum, count) => sum + count, 0);
    process.stdout.write(`register: ${total} snapshots compared, ${writers.written} changes meanwhile\n`);
    expect(writers.failures).toEqual([]);
    expect(total).toBe(watched.length * ROUNDS_PER_PERSON);
  }, 240_000);
});

/** Registers again and again; each new snapshot must be the one before plus the events between. */
async function watch(actor: Actor, person: DemoUser): Promise<number> {
  let before = await register(actor);
  for (let round = 0; round < ROUNDS_PER_PERSON; round += 1) {
    const after = await register(actor);
    const events = await eventsUpTo(actor, person, before, after.lastEventId);
    expectEventsExplainState({ before: fieldsOf(before), events, after: fieldsOf(after), userId: person.user_id });
    await actor.ok(deleteQueue, { queue_id: before.queueId });
    before = after;
  }
  await actor.ok(deleteQueue, { queue_id: before.queueId });
  return ROUNDS_PER_PERSON;
}

async function register(actor: Actor): Promise<Snapshot> {
  const { queue_id, last_event_id, ...fields } = await actor.ok(registerQueue, {
    event_types: TYPES,
    fetch_event_types: TYPES.concat('starred_messages', 'recent_private_conversations'),
    include_subscribers: 'true',
    client_capabilities: { empty_topic_name: true, notification_settings_null: true },
  });
  return { ...fields, queueId: queue_id ?? '', lastEventId: last_event_id };
}

function fieldsOf(snapshot: Snapshot): Record<string, unknown> {
  return Object.fromEntries(FIELDS.filter((field) => field in snapshot).map((field) => [field, snapshot[field]]));
}

/** Events of the queue up to `limit`. A message to oneself marks where the queue has certainly passed it. */
async function eventsUpTo(actor: Actor, person: DemoUser, from: Snapshot, limit: number): Promise<Event[]> {
  await actor.ok(sendMessage, { type: 'direct', to: [person.user_id], content: 'a mark in the log' });
  const events: Event[] = [];
  for (let last = from.lastEventId; last <= limit; ) {
    const answer = await actor.ok(getEvents, { queue_id: from.queueId, last_event_id: last });
    const fresh = (answer.events as Event[]).filter(({ type }) => type !== 'heartbeat');
    events.push(...fresh);
    last = Math.max(last, ...fresh.map(({ id }) => id));
  }
  return events.filter(({ id }) => id <= limit);
}

/** People who subscribe, leave, send and flag as fast as they are answered. */
class Writers {
  written = 0;
  readonly failures: string[] = [];
  private writing = true;
  private loops: Promise<void>[] = [];

  constructor(
    private readonly baseUrl: string,
    private readonly writers: readonly DemoUser[],
  ) {}

  start(): void {
    this.loops = this.writers.map((writer, number) => this.write(writer, number));
  }

  async stop(): Promise<void> {
    this.writing = false;
    await Promise.all(this.loops);
  }

  private async write(writer: DemoUser, number: number): Promise<void> {
    const actor = new Actor(this.baseUrl, writer);
    const own = `writer ${number} ${Date.now().toString(36)}`;
    const names = ['shared one', 'shared two', own];
    for (let n = 0; this.writing; n += 1) {
      const name = names[n % names.length] ?? own;
      const other = this.writers[(number + n + 1) % this.writers.length] ?? writer;
      try {
        await actor.ok(subscribe, { subscriptions: [{ name }], principals: [writer.user_id, other.user_id] });
        const { id } = await actor.ok(sendMessage, {
          type: 'channel',
          to: name,
          topic: `t${n % 3}`,
          content: `@**${other.full_name}** ${n}`,
        });
        await actor.ok(updateMessageFlags, { messages: [id], op: n % 2 === 0 ? 'add' : 'remove', flag: 'read' });
        await actor.ok(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' });
        await actor.ok(sendMessage, { type: 'direct', to: [other.user_id], content: `between us ${n}` });
        await actor.ok(unsubscribe, { subscriptions: [name] });
        this.written += 6;
      } catch (error) {
        this.failures.push(error instanceof Error ? error.message : String(error));
      }
    }
  }
}

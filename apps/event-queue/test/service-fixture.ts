import { type Caller, type InputOf, type OutputOf, SYSTEM_VISITOR, type Visitor } from '@parley/contracts';
import { defaultChannelsChanged, subscriptionRemoved } from '@parley/contracts/channels';
import {
  deleteQueue,
  type PollAnswer,
  type PolledEvent,
  type PollItem,
  polledEvent,
  pollQueues,
  registerQueue,
} from '@parley/contracts/event-queue';
import { EventLog } from '@parley/event-log';
import type { RunningService } from '@parley/rpc';
import { Rows, type TestDatabase, TestSuite, type UserRow } from '@parley/testing';
import { z } from 'zod';
import { eventQueueConfig } from '../src/config.js';
import { EventQueueModule } from '../src/event-queue.module.js';
import { RegisterPartsStubModule, registerPartsConfig } from './register-parts-stub.js';

const REGISTER_DEFAULTS = {
  apply_markdown: false,
  include_subscribers: 'false',
  slim_presence: false,
  presence_history_limit_days: 14,
} as const;

/** Replicas of the service on real stores, with what a gateway and the writing services do around them. */
export class ServiceFixture {
  private token = 0;
  private readonly replicas: RunningService[] = [];

  private constructor(
    readonly suite: TestSuite,
    readonly rows: Rows,
    readonly log: EventLog,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** `env` replaces the suite's own stores. `database` replaces one on the shared server. */
  static async open(env: Readonly<Record<string, string>> = {}, database?: TestDatabase, replicas = 2): Promise<ServiceFixture> {
    const suite = await TestSuite.open(database);
    await suite.start('channels', RegisterPartsStubModule, registerPartsConfig, { INSTANCE: 'parts' });
    const fixture = new ServiceFixture(suite, new Rows(suite.database), new EventLog(suite.database, suite.nats.bus), env);
    for (let number = 1; number <= replicas; number += 1) await fixture.replica(`event-queue-${number}`);
    return fixture;
  }

  async replica(name: string): Promise<RunningService> {
    const replica = await this.suite.start('event-queue', EventQueueModule, eventQueueConfig, { ...this.env, INSTANCE: name });
    this.replicas.push(replica);
    return replica;
  }

  /** The number of queued registrations in all replicas. */
  async waitingRegistrations(): Promise<number> {
    let waiting = 0;
    for (const { runtime } of this.replicas) {
      const gauge = await runtime.metrics.registry.getSingleMetric('parley_registrations')?.get();
      for (const { labels, value } of gauge?.values ?? []) if (labels.state === 'waiting') waiting += value;
    }
    return waiting;
  }

  register(user: UserRow, params: Partial<InputOf<typeof registerQueue>> = {}) {
    return this.registered(params, user.caller);
  }

  registerAsVisitor(params: Partial<InputOf<typeof registerQueue>> = {}, visitor: Visitor = SYSTEM_VISITOR) {
    return this.registered(params, visitor);
  }

  /** As text, like the gateway: the parts of the stub are not those of a real registration, which parsing would remove. */
  private async registered(params: Partial<InputOf<typeof registerQueue>>, who: Caller | Visitor): Promise<OutputOf<typeof registerQueue>> {
    return JSON.parse(String(await this.suite.rpc.callForRawJson(registerQueue, { ...REGISTER_DEFAULTS, ...params }, who)));
  }

  async pollAll(items: PollItem[]): Promise<PollAnswer[]> {
    const { answers, texts = [] } = await this.suite.rpc.call(pollQueues, { items, wantsTexts: true }, SYSTEM_VISITOR);
    return answers.map((answer) => (answer.outcome === 'written' ? { outcome: 'events', events: eventsIn(texts[answer.text]) } : answer));
  }

  async poll(user: UserRow, queueId: string, lastEventId: number, item: Partial<PollItem> = {}): Promise<PollAnswer> {
    const { organizationId, id: userId } = user;
    const waiter = `tests|${this.token++}`;
    const [answer] = await this.pollAll([{ organizationId, userId, queueId, lastEventId, mode: 'nb', waiter, ...item }]);
    if (answer === undefined) throw new Error('no answer');
    return answer;
  }

  /** Returns the events without waiting; fails on every other answer. */
  async events(user: UserRow, queueId: string, lastEventId: number) {
    const answer = await this.poll(user, queueId, lastEventId);
    if (answer.outcome !== 'events') throw new Error(`the poll was answered with ${answer.outcome}`);
    return answer.events;
  }

  delete(user: UserRow, queueId: string) {
    return this.suite.rpc.call(deleteQueue, { queue_id: queueId }, user.caller);
  }

  /** Logs an event for exactly the members of the organization. */
  logForMembers(organizationId: number, ...channelIds: number[]): Promise<void> {
    return this.log.change(organizationId, async (_, log) => log.append(defaultChannelsChanged, { channelIds }));
  }

  /** Logs the event of an unsubscription without changing the row: fan-out only reads the log. */
  logUnsubscribed(organizationId: number, userIds: number[], channelId: number): Promise<void> {
    const peers = { watchers: { roles: [], userIds: [] }, isPrivate: true, guestSubscriberIds: [] };
    const channels = [{ channelId, name: 'channel', lostAccess: [], peers }];
    return this.log.change(organizationId, async (_, log) => log.append(subscriptionRemoved, { userIds, channels }));
  }

  close(): Promise<void> {
    return this.suite.close();
  }
}

function eventsIn(text: string | undefined): PolledEvent[] {
  return z.array(polledEvent).parse(JSON.parse(text ?? 'null'));
}

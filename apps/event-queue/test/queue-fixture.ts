import type { QueueView } from '@parley/client-events';
import type { LogPosition } from '@parley/event-log';
import type { TestRedis } from '@parley/testing';
import { testRedis } from '@parley/testing';
import type { Append } from '../src/queues/append-step.js';
import type { Poll } from '../src/queues/poll-request.js';
import { newQueueId } from '../src/queues/queue-id.js';
import { defaultLimits } from '../src/queues/queue-limits.js';
import { QueueStore } from '../src/queues/queue-store.js';
import { toDescriptor } from '../src/queues/queue-views.js';

/** The incarnation of the log that every fixture follows. */
export const INCARNATION = 'aaaaaaaaaaaa-1';

export function at(seq: number): LogPosition {
  return { seq, incarnation: INCARNATION };
}

export function viewOf(queueId: string, userId: number): QueueView {
  return {
    queueId,
    userId,
    eventTypes: null,
    narrow: [],
    allPublicStreams: false,
    applyMarkdown: false,
    clientGravatar: false,
    slimPresence: false,
    includeSubscribers: false,
    clientName: 'tests',
    capabilities: {},
  };
}

/** One organization in a private Redis, with the steps that tests of scripts repeat. */
export class QueueFixture {
  private nextOrganization = 1;
  organizationId = 0;

  private constructor(
    readonly redis: TestRedis,
    readonly store: QueueStore,
  ) {}

  static async open(): Promise<QueueFixture> {
    const redis = await testRedis();
    return new QueueFixture(
      redis,
      new QueueStore(redis.client, 'test:', {
        ...defaultLimits,
        maxQueueLength: 5,
        maxLengthForEphemeral: 4,
        maxEntriesPerUser: 9,
        maxEntriesOfBots: 12,
      }),
    );
  }

  /** Creates an organization whose index is at `seq`. All users are members. */
  async organization(seq: number, users: Record<number, readonly number[]>): Promise<void> {
    this.organizationId = this.nextOrganization++;
    await this.store.beginBuild(this.organizationId, 'builder', 1_000);
    const loaded = Object.entries(users).map(([user, channels]) => ({ userId: Number(user), role: 400, channelIds: [...channels] }));
    await this.store.loadUsers(this.organizationId, 'builder', loaded);
    await this.store.commitBuild(this.organizationId, 'builder', at(seq));
  }

  key(name: string): string {
    return `test:{${this.organizationId}}:${name}`;
  }

  /** Registers a queue whose snapshot was taken at `seq`. */
  async queue(userId: number, seq: number, options: { idleMs?: number; all?: boolean; ownerId?: number } = {}): Promise<string> {
    const queueId = newQueueId({ incarnation: INCARNATION, organizationId: this.organizationId, userId });
    await this.created(queueId, userId, options);
    const ofBots = options.ownerId === undefined ? undefined : { ownerId: options.ownerId, most: 5 };
    await this.store.finish(this.organizationId, queueId, seq, { ofAccount: 5, ofBots });
    return queueId;
  }

  async created(queueId: string, userId: number, { idleMs = 60_000, all = false }: { idleMs?: number; all?: boolean } = {}): Promise<void> {
    await this.store.create(this.organizationId, {
      queueId,
      incarnation: INCARNATION,
      userId,
      descriptor: toDescriptor(viewOf(queueId, userId)),
      idleMs,
      wantsAllPublicChannels: all,
    });
  }

  /** One complete step of fan-out: appends the event after `seq` to these queues. */
  append(seq: number, queues: string[], change: Partial<Append> = {}) {
    const id = (seq + 1) * 65_536;
    return this.store.append(this.organizationId, {
      cursor: { ...at(seq), phase: '' },
      attempt: 'attempt',
      chunk: 0,
      outcome: 'done',
      nextSeq: seq + 1,
      entries: queues.length === 0 ? [] : [{ ids: [id], queues }],
      operations: [],
      ...change,
    });
  }

  async poll(queueId: string, lastEventId: number, request: Partial<Poll> = {}) {
    const userId = Number(queueId.split('.').at(-1));
    const poll: Poll = { queueId, userId, lastEventId, waiter: 'gateway-1|a', mode: 'first', ...request };
    const [polled] = await this.store.poll(this.organizationId, [poll]);
    return polled;
  }

  /** The ids of the queue's entries, acknowledged or not. */
  async held(queueId: string): Promise<number[]> {
    const entries = await this.redis.client.xRange(this.key(`s:${queueId}`), '-', '+');
    return (entries ?? []).map((entry) => Number(entry.id.split('-')[0]));
  }

  /** Saves all keys of the organization. `restore` brings them back, like a Redis that lost later writes. */
  async remember(): Promise<{ restore: () => Promise<void> }> {
    const { client } = this.redis;
    const saved = new Map<string, { value: string; ttl: number }>();
    for (const key of await client.keys(this.key('*'))) {
      const value = await client.withTypeMapping({ 36: Buffer }).dump(key);
      saved.set(key, { value: Buffer.from(value).toString('base64'), ttl: Math.max(0, await client.pTTL(key)) });
    }
    return {
      restore: async () => {
        const now = await client.keys(this.key('*'));
        if (now.length > 0) await client.del(now);
        for (const [key, { value, ttl }] of saved) await client.sendCommand(['RESTORE', key, String(ttl), Buffer.from(value, 'base64')]);
      },
    };
  }

  close(): Promise<void> {
    return this.redis.close();
  }
}

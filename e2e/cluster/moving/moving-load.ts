import { setTimeout as delay } from 'node:timers/promises';
import { getChannelId, subscribe } from '@parley/contracts/channels';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { waitUntil } from '../../../tools/src/supervise/wait-until.js';
import { Actor, type ApiAnswer } from '../../client/actor.js';
import type { Demo, DemoOrganization, DemoUser } from '../../client/demo.js';
import { RenewingClient } from '../time-travel/renewing-client.js';

const PAUSE_MS = 10;
const SENDERS = 4;
const DEADLINE_MS = 120_000;
const PAGE = 1_000;

export interface MovingReport {
  readonly acknowledged: number;
  /** Acknowledged, and not stored once with the id of the answer. */
  readonly lost: number;
  /** Stored twice, or twice in the queues of a client. */
  readonly duplicated: number;
  /** Not in the order of ids in a queue. */
  readonly reordered: number;
  /** Acknowledged, not in a queue, and not there before the client registered. */
  readonly undelivered: number;
  /** Sends that were answered 503 with Retry-After. */
  readonly refused: number;
  readonly failures: readonly string[];
}

/** Constant sending and reading in an organization, while its clients poll and register again. Only changes may be refused, and only with 503. */
export class MovingLoad {
  readonly acknowledged = new Map<string, number>();
  private readonly clients: RenewingClient[] = [];
  private readonly failures: string[] = [];
  private readonly run = `${process.pid}-${Date.now().toString(36)}`;
  private loops: Promise<void>[] = [];
  private channelId = 0;
  private isRunning = true;
  /** Of a test that has failed: the organization may refuse all sends from now on. */
  private isAbandoned = false;
  private refused = 0;

  constructor(
    private readonly demo: Demo,
    private readonly organization: DemoOrganization,
  ) {}

  private get people(): DemoUser[] {
    return this.organization.users.filter((user) => !user.is_bot && user.role <= 400);
  }

  async start(): Promise<void> {
    const [creator] = this.people;
    if (creator === undefined) throw new Error('the organization needs people');
    const name = `moving ${this.run}`;
    await this.actorOf(creator).ok(subscribe, { subscriptions: [{ name }], principals: this.people.map((person) => person.user_id) });
    this.channelId = (await this.actorOf(creator).ok(getChannelId, { stream: name })).stream_id;
    for (const user of this.people) {
      const client = new RenewingClient(user.user_id, this.actorOf(user), (text) => this.failures.push(text));
      this.clients.push(client);
      client.start();
    }
    await this.until('every client is registered', () => this.clients.every(({ current }) => current !== undefined));
    this.loops = [...Array.from({ length: SENDERS }, (_, number) => this.send(number)), this.read(creator)];
  }

  async untilMoreAcknowledged(count: number): Promise<void> {
    const enough = this.acknowledged.size + count;
    await this.until(`${count} more messages are acknowledged`, () => this.acknowledged.size >= enough);
  }

  /** Ends sending, waits until every client has what it can get, and compares what was acknowledged, stored and delivered. */
  async finish(): Promise<MovingReport> {
    this.isRunning = false;
    await Promise.all(this.loops);
    await waitUntil(() => this.clients.every((client) => this.undeliveredTo(client).length === 0), DEADLINE_MS);
    const undelivered = this.clients.reduce((sum, client) => sum + this.undeliveredTo(client).length, 0);
    await Promise.all(this.clients.map((client) => client.stop()));
    const stored = await this.stored();
    let [lost, duplicated, reordered] = [0, 0, 0];
    for (const [token, id] of this.acknowledged) {
      const ids = stored.get(token) ?? [];
      if (ids.length > 1) duplicated += 1;
      if (ids[0] !== id) lost += 1;
    }
    for (const { registrations } of this.clients) {
      const received = registrations.flatMap((registration) => registration.received.filter((content) => content.startsWith(this.run)));
      duplicated += received.length - new Set(received).size;
      const ids = received.map((token) => this.acknowledged.get(token) ?? 0).filter((id) => id > 0);
      reordered += ids.filter((id, place) => place > 0 && id < (ids[place - 1] ?? 0)).length;
    }
    const { refused, failures } = this;
    return { acknowledged: this.acknowledged.size, lost, duplicated, reordered, undelivered, refused, failures: failures.slice(0, 10) };
  }

  /** For a test that has failed. */
  async stop(): Promise<void> {
    this.isRunning = false;
    this.isAbandoned = true;
    await Promise.all([...this.loops, ...this.clients.map((client) => client.stop())]);
  }

  /**
   * What is in no queue of the client. A message that was sent between two queues is in neither: the client finds it when it registers. Then the next
   * queue begins after it.
   */
  private undeliveredTo({ registrations }: RenewingClient): string[] {
    const received = new Set(registrations.flatMap((registration) => registration.received));
    const firsts = registrations.slice(1).map((registration) => this.firstIdIn(registration.received));
    const lasts = registrations.slice(0, -1).map((registration) => this.lastIdIn(registration.received));
    const isBetween = (id: number) => firsts.some((first, place) => id > (lasts[place] ?? 0) && id < first);
    return [...this.acknowledged].filter(([token, id]) => !received.has(token) && !isBetween(id)).map(([token]) => token);
  }

  private firstIdIn(received: readonly string[]): number {
    return this.idsOf(received)[0] ?? Number.POSITIVE_INFINITY;
  }

  private lastIdIn(received: readonly string[]): number {
    return this.idsOf(received).at(-1) ?? 0;
  }

  private idsOf(received: readonly string[]): number[] {
    return received.flatMap((token) => this.acknowledged.get(token) ?? []);
  }

  private async send(number: number): Promise<void> {
    for (let n = 0; this.isRunning; n += 1) {
      const sender = this.people[(number + n) % this.people.length];
      if (sender === undefined) throw new Error('the organization needs people');
      const token = `${this.run} sender ${number} message ${n}`;
      const message = { type: 'channel', to: this.channelId, topic: 'moving', content: token, queue_id: this.run, local_id: token };
      // Until it is acknowledged: the local id makes a repetition the same send.
      for (let isSent = false; !isSent && !this.isAbandoned; ) {
        const answer = await this.actorOf(sender).call(sendMessage, message);
        isSent = answer.status === 200;
        if (isSent) this.acknowledged.set(token, answer.body.id);
        else if (!this.isRefusal(answer)) return;
        await delay(PAUSE_MS);
      }
    }
  }

  private isRefusal({ status, headers, body }: ApiAnswer<object>): boolean {
    const isRight = status === 503 && body.code === 'SERVICE_UNAVAILABLE' && headers['retry-after'] !== undefined;
    if (isRight) this.refused += 1;
    else this.failures.push(`a send was answered ${status} ${JSON.stringify(body)}`);
    return isRight;
  }

  /** Reads are never refused, and never older than what was acknowledged before. */
  private async read(reader: DemoUser): Promise<void> {
    while (this.isRunning) {
      const newest = Math.max(0, ...[...this.acknowledged.values()].slice(-20));
      const { status, body } = await this.actorOf(reader).call(getMessages, {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [{ operator: 'channel', operand: this.channelId }],
      });
      if (status !== 200) this.failures.push(`a read was answered ${status} ${JSON.stringify(body)}`);
      else if ((body.messages.at(-1)?.id ?? 0) < newest) this.failures.push(`a read was older than the acknowledged message ${newest}`);
      await delay(PAUSE_MS);
    }
  }

  /** The ids of the stored messages, by their content. */
  private async stored(): Promise<ReadonlyMap<string, number[]>> {
    const [reader] = this.people;
    if (reader === undefined) throw new Error('the organization needs people');
    const found = new Map<string, number[]>();
    for (let anchor: string | number = 'newest', isOldest = false; !isOldest; ) {
      const page: { messages: readonly { id: number; content: string }[]; found_oldest?: boolean | undefined } = await this.actorOf(
        reader,
      ).ok(getMessages, {
        anchor,
        include_anchor: anchor === 'newest',
        num_before: PAGE,
        num_after: 0,
        apply_markdown: false,
        narrow: [{ operator: 'channel', operand: this.channelId }],
      });
      for (const { id, content } of page.messages) found.set(content, [...(found.get(content) ?? []), id]);
      anchor = page.messages[0]?.id ?? 0;
      isOldest = page.found_oldest === true;
    }
    return found;
  }

  private actorOf(user: DemoUser): Actor {
    return new Actor(this.demo.base_url, user, this.organization.host);
  }

  private async until(what: string, holds: () => boolean): Promise<void> {
    if (!(await waitUntil(holds, DEADLINE_MS)))
      throw new Error(`waited in vain: ${what}; failures: ${this.failures.slice(0, 3).join('; ')}`);
  }
}

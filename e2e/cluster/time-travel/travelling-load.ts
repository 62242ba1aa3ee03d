import { setTimeout as delay } from 'node:timers/promises';
import { seqOfEventId } from '@parley/contracts';
import { getChannelId, subscribe } from '@parley/contracts/channels';
import { waitUntil } from '../../../tools/src/supervise/wait-until.js';
import { Actor } from '../../client/actor.js';
import type { Demo, DemoOrganization, DemoUser } from '../../client/demo.js';
import { type Destination, sendUntilAcknowledged } from '../sender.js';
import { type Registration, RenewingClient } from './renewing-client.js';
import type { SuitePostgres } from './suite-postgres.js';

const PAUSE_MS = 10;
/** Each room has a sender. Many send at once, so that the log is soon longer than before it went back. */
const ROOM_PAIRS = 4;
const DEADLINE_MS = 120_000;

interface Room {
  readonly destination: Destination;
  readonly people: readonly DemoUser[];
}

interface LoggedMessage {
  readonly seq: number;
  readonly content: string;
}

export interface TravelReport {
  readonly acknowledged: number;
  /** Messages in the log at the end. */
  readonly survived: number;
  /** Acknowledged before PostgreSQL went back, and not in the surviving log. */
  readonly lostByDatabase: number;
  /** Requested and acknowledged after PostgreSQL went back. */
  readonly acknowledgedAfter: number;
  /** In the last queue of every client. */
  readonly delivered: number;
  /** Requested and acknowledged after PostgreSQL went back, and not in the log; or in the log and not in a queue; or skipped by a queue. */
  readonly lost: number;
  /** Twice in the log or in a queue. */
  readonly duplicated: number;
  /** Not in the order of event ids, of the log, or of the sender. */
  readonly reordered: number;
  /** Delivered to a user who is not entitled, to a queue of another incarnation, or not in the log. */
  readonly leaked: number;
  readonly failures: readonly string[];
}

/** Constant sending in one organization, while clients poll and register again. Compares what they received with the surviving log. */
export class TravellingLoad {
  private readonly rooms: Room[] = [];
  private readonly clients: RenewingClient[] = [];
  private readonly acknowledged = new Set<string>();
  private readonly requested: string[] = [];
  private readonly failures: string[] = [];
  private senders: Promise<void>[] = [];
  private isSending = true;
  /** How many registrations each client had before PostgreSQL went back. */
  private former: readonly number[] = [];
  /** How many messages were requested before PostgreSQL had gone back. */
  private requestedBefore = Number.POSITIVE_INFINITY;
  private readonly run = `${process.pid}-${Date.now().toString(36)}`;

  constructor(
    private readonly demo: Demo,
    private readonly organization: DemoOrganization,
    private readonly postgres: SuitePostgres,
  ) {}

  async start(): Promise<void> {
    const people = this.organization.users.filter((user) => !user.is_bot && user.role <= 400);
    for (let pair = 0; pair < ROOM_PAIRS; pair += 1) {
      await this.addRoom(people, {});
      await this.addRoom(people.slice(0, Math.ceil(people.length / 2)), { invite_only: true });
    }
    for (const user of people) {
      const client = new RenewingClient(user.user_id, new Actor(this.demo.base_url, user), (text) => this.failures.push(text));
      this.clients.push(client);
      client.start();
    }
    await this.until('every client is registered', () => this.clients.every(({ current }) => current !== undefined));
    this.senders = this.rooms.map((room, number) => this.sendTo(room, number));
  }

  /** Resolves when `count` more messages are acknowledged. */
  async untilMoreAcknowledged(count: number): Promise<void> {
    const enough = this.acknowledged.size + count;
    await this.until(`${count} more messages are acknowledged`, () => this.acknowledged.size >= enough);
  }

  /** To be called directly before PostgreSQL goes back: the queues of this moment have to end. */
  goesBack(): void {
    if (this.clients.some(({ current }) => current === undefined)) this.failures.push('a queue ended too early');
    this.former = this.clients.map(({ registrations }) => registrations.length);
  }

  /**
   * To be called when PostgreSQL has gone back: what is requested from now on must not be lost. Resolves when each client has a queue of the new
   * incarnation. A queue that does not end is reported as a failure, so that the report also tells what this queue missed.
   */
  async hasGoneBack(): Promise<void> {
    this.requestedBefore = this.requested.length;
    const isRenewed = (client: RenewingClient, place: number) => client.current !== undefined && !this.isFormer(place, client.current);
    if (await waitUntil(() => this.clients.every(isRenewed), DEADLINE_MS)) return;
    const count = this.clients.filter((client, place) => !isRenewed(client, place)).length;
    this.failures.push(`${count} of ${this.clients.length} clients did not register again`);
  }

  /** Ends sending and waits until every queue has what the log contains for it. */
  async finish(): Promise<TravelReport> {
    await this.stopSending();
    const log = await this.log();
    const isComplete = (client: RenewingClient) => {
      const { current } = client;
      return current !== undefined && this.receivedOf(current).length >= this.expectedOf(client, current, log).length;
    };
    // What does not arrive before the deadline is reported as lost.
    await waitUntil(() => this.clients.every(isComplete), DEADLINE_MS);
    await this.stop();
    return this.report(log);
  }

  /** Ends sending and polling. */
  async stop(): Promise<void> {
    await this.stopSending();
    await Promise.all(this.clients.map((client) => client.stop()));
  }

  private async stopSending(): Promise<void> {
    this.isSending = false;
    await Promise.all(this.senders);
  }

  private report(log: readonly LoggedMessage[]): TravelReport {
    const stored = new Set(log.map(({ content }) => content));
    const after = new Set(this.requested.slice(this.requestedBefore));
    const acknowledgedAfter = [...this.acknowledged].filter((token) => after.has(token));
    const counts = {
      delivered: 0,
      lost: acknowledgedAfter.filter((token) => !stored.has(token)).length,
      duplicated: log.length - stored.size,
      reordered: 0,
      leaked: 0,
    };
    for (const [place, client] of this.clients.entries()) {
      for (const registration of client.registrations) {
        const received = this.receivedOf(registration);
        const unique = new Set(received);
        counts.duplicated += received.length - unique.size;
        counts.reordered += descents(registration.eventIds);
        counts.leaked += received.filter((token) => !this.isEntitled(client, token)).length;
        if (this.isFormer(place, registration)) counts.leaked += received.filter((token) => after.has(token)).length;
        for (const numbers of this.rooms.map((_, room) => numbersOf(room, received))) {
          counts.reordered += descents(numbers);
          counts.lost += gaps(numbers);
        }
      }
      const last = client.registrations.at(-1);
      if (last === undefined) continue;
      const received = this.receivedOf(last);
      const expected = this.expectedOf(client, last, log);
      const delivered = new Set(received);
      counts.delivered += expected.filter((token) => delivered.has(token)).length;
      counts.lost += expected.filter((token) => !delivered.has(token)).length;
      counts.leaked += received.filter((token) => !stored.has(token)).length;
      const seqOf = new Map(log.map(({ seq, content }) => [content, seq]));
      counts.reordered += descents(received.map((token) => seqOf.get(token) ?? Number.NaN));
    }
    return {
      acknowledged: this.acknowledged.size,
      survived: stored.size,
      lostByDatabase: [...this.acknowledged].filter((token) => !after.has(token) && !stored.has(token)).length,
      acknowledgedAfter: acknowledgedAfter.length,
      ...counts,
      failures: this.failures.slice(0, 10),
    };
  }

  private isFormer(place: number, registration: Registration): boolean {
    return (this.clients[place]?.registrations.indexOf(registration) ?? -1) < (this.former[place] ?? 0);
  }

  /** Without messages of other test runs. */
  private receivedOf({ received }: Registration): string[] {
    return received.filter((content) => content.startsWith(`run ${this.run} `));
  }

  /** What a queue must contain, in the order of the log. */
  private expectedOf(client: RenewingClient, { lastEventId }: Registration, log: readonly LoggedMessage[]): string[] {
    const from = seqOfEventId(lastEventId);
    return log.filter(({ seq, content }) => seq > from && this.isEntitled(client, content)).map(({ content }) => content);
  }

  private isEntitled({ userId }: RenewingClient, token: string): boolean {
    const room = this.rooms[Number(/ room (\d+) /.exec(token)?.[1])];
    return room?.people.some((person) => person.user_id === userId) ?? false;
  }

  private log(): Promise<LoggedMessage[]> {
    return this.postgres.query<LoggedMessage>(
      `SELECT l.seq::float8 AS seq, l.payload -> 'message' ->> 'content' AS content
       FROM event_log l JOIN organization o ON o.id = l.organization_id
       WHERE o.string_id = $1 AND l.type = 'message.sent' AND l.payload -> 'message' ->> 'content' LIKE $2 ORDER BY l.seq`,
      [this.organization.string_id, `run ${this.run} %`],
    );
  }

  private async addRoom(people: readonly DemoUser[], settings: Record<string, unknown>): Promise<void> {
    const [creator] = people;
    if (creator === undefined) throw new Error('a channel needs people');
    const actor = new Actor(this.demo.base_url, creator);
    const name = `travel ${this.rooms.length} ${this.run}`;
    await actor.ok(subscribe, { subscriptions: [{ name }], principals: people.map((person) => person.user_id), ...settings });
    const { stream_id: to } = await actor.ok(getChannelId, { stream: name });
    this.rooms.push({ destination: { type: 'channel', to, topic: 'travel' }, people });
  }

  private async sendTo({ destination, people }: Room, number: number): Promise<void> {
    for (let n = 0; this.isSending; n += 1) {
      const sender = people[n % people.length];
      if (sender === undefined) throw new Error('a room needs senders');
      const token = `run ${this.run} room ${number} message ${n}`;
      this.requested.push(token);
      try {
        const id = await sendUntilAcknowledged(new Actor(this.demo.base_url, sender), destination, token, `travel-${this.run}`);
        if (id === undefined) this.failures.push(`gave up sending ${token}`);
        else this.acknowledged.add(token);
      } catch (error) {
        this.failures.push(error instanceof Error ? error.message : String(error));
      }
      await delay(PAUSE_MS);
    }
  }

  private async until(what: string, holds: () => boolean): Promise<void> {
    if (!(await waitUntil(holds, DEADLINE_MS)))
      throw new Error(`waited in vain: ${what}; failures: ${this.failures.slice(0, 3).join('; ')}`);
  }
}

/** How many numbers are not greater than the one before. */
function descents(numbers: readonly number[]): number {
  return numbers.filter((number, place) => place > 0 && number <= (numbers[place - 1] ?? 0)).length;
}

/** How many numbers are missing between the first and the last. A sender numbers its messages without gaps. */
function gaps(numbers: readonly number[]): number {
  const unique = new Set(numbers);
  return unique.size === 0 ? 0 : Math.max(...unique) - Math.min(...unique) + 1 - unique.size;
}

/** The numbers of the messages of one room, in the order of their delivery. */
function numbersOf(room: number, received: readonly string[]): number[] {
  return received.filter((token) => token.includes(` room ${room} `)).map((token) => Number(token.slice(token.lastIndexOf(' ') + 1)));
}

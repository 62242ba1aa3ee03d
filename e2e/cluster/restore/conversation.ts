import { getMessages } from '@parley/contracts/messaging';
import { waitUntil } from '../../../tools/src/supervise/wait-until.js';
import { Actor } from '../../client/actor.js';
import type { DemoUser } from '../../client/demo.js';
import { sendUntilAcknowledged } from '../sender.js';
import { RenewingClient } from '../time-travel/renewing-client.js';

const DEADLINE_MS = 120_000;
const READ = 20;

/** Two people: one sends direct messages, and the client of the other polls, and registers again when its queue has ended. */
export class Conversation {
  private readonly failures: string[] = [];
  private readonly reader: Actor;
  private readonly client: RenewingClient;
  private readonly run = `restore ${process.pid}-${Date.now().toString(36)}`;

  constructor(
    baseUrl: string,
    sender: DemoUser,
    private readonly readingUser: DemoUser,
    readonly sendingActor = new Actor(baseUrl, sender),
  ) {
    this.reader = new Actor(baseUrl, readingUser);
    this.client = new RenewingClient(readingUser.user_id, this.reader, (text) => this.failures.push(text));
  }

  async start(): Promise<void> {
    this.client.start();
    await this.until('the client is registered', () => this.client.current !== undefined);
  }

  stop(): Promise<void> {
    return this.client.stop();
  }

  /** Sends a message until it is acknowledged, and waits until the client has received it. Returns its id. */
  async say(text: string): Promise<number> {
    const content = this.contentOf(text);
    const destination = { type: 'direct', to: [this.readingUser.user_id] } as const;
    const id = await sendUntilAcknowledged(this.sendingActor, destination, content, this.run);
    if (id === undefined) throw new Error(`gave up sending ${text}`);
    await this.until(`${text} is received`, () => this.client.current?.received.includes(content) === true);
    return id;
  }

  /** How often the client has registered. */
  get registrations(): number {
    return this.client.registrations.length;
  }

  /** Waits until the client has a queue again, after `former` registrations. */
  untilRegisteredAgain(former: number): Promise<void> {
    return this.until('the client registers again', () => this.registrations > former && this.client.current !== undefined);
  }

  /** The texts that the reader finds in the history. */
  async history(): Promise<string[]> {
    const { messages } = await this.reader.ok(getMessages, { anchor: 'newest', num_before: READ, num_after: 0, apply_markdown: false });
    return this.textsOf(messages.map(({ content }) => content));
  }

  /** The texts that each queue delivered, in order. */
  get delivered(): string[][] {
    return this.client.registrations.map(({ received }) => this.textsOf(received));
  }

  /** What must not have happened: positions that a queue delivered twice or out of order, and failed requests of the client. */
  get faults(): string[] {
    const reused = this.client.registrations.flatMap(({ queueId, eventIds, lastEventId }) =>
      eventIds.filter((id, place) => id <= (eventIds[place - 1] ?? lastEventId)).map((id) => `${queueId} delivered ${id} again`),
    );
    return [...reused, ...this.failures];
  }

  private contentOf(text: string): string {
    return `${this.run}: ${text}`;
  }

  private textsOf(contents: readonly string[]): string[] {
    return contents.filter((content) => content.startsWith(`${this.run}: `)).map((content) => content.slice(this.run.length + 2));
  }

  private async until(what: string, holds: () => boolean): Promise<void> {
    if (!(await waitUntil(holds, DEADLINE_MS))) throw new Error(`waited in vain: ${what}; failures: ${this.failures.join('; ')}`);
  }
}

import { getChannelId, subscribe } from '@parley/contracts';
import { Actor } from '../client/actor.js';
import type { Demo, DemoOrganization, DemoUser } from '../client/demo.js';
import { Ledger } from './ledger.js';
import { Poller } from './poller.js';
import { type Destination, sendUntilAcknowledged } from './sender.js';

/** Somewhere messages go, and who is entitled to them. */
interface Room {
  readonly organization: DemoOrganization;
  readonly destination: Destination;
  readonly senders: readonly DemoUser[];
  readonly entitled: ReadonlySet<number>;
}

interface Client {
  readonly organization: string;
  readonly user: DemoUser;
  readonly poller: Poller;
}

const CLIENTS_PER_PERSON = 2;

/**
 * Senders and polling clients on both organizations: public channels, private channels, direct messages. Membership does not change while
 * it runs, so who must receive what is known beforehand.
 */
export class ClusterLoad {
  readonly ledger = new Ledger();
  private readonly rooms: Room[] = [];
  private readonly clients: Client[] = [];
  private senders: Promise<void>[] = [];
  private sending = true;
  private sent = 0;

  constructor(
    private readonly demo: Demo,
    private readonly pauseMs: number,
  ) {}

  /** Makes the rooms and registers every client's queue, then lets them poll. */
  async prepare(): Promise<void> {
    for (const organization of this.demo.organizations) {
      const people = organization.users.filter((user) => !user.is_bot && user.role <= 400);
      await this.makeRooms(organization, people);
      for (const user of people) {
        for (let n = 0; n < CLIENTS_PER_PERSON; n += 1) await this.addClient(organization, user, n);
      }
    }
    for (const { poller } of this.clients) poller.start();
  }

  /** Every room gets a sender of its own. */
  start(): void {
    this.senders = this.rooms.map((room, number) => this.sendTo(room, number));
  }

  /** Ends sending, waits until everything owed has arrived (or the deadline has passed), ends polling. */
  async finish(drainMs: number): Promise<void> {
    this.sending = false;
    await Promise.all(this.senders);
    const deadline = Date.now() + drainMs;
    while (this.ledger.owed().size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all(this.clients.map(({ poller }) => poller.stop()));
  }

  /** Faults of clients that are not about single messages: a poll refused, a send that gave up. */
  readonly failures: string[] = [];

  get requestsRepeated(): number {
    return this.clients.reduce((sum, { poller }) => sum + poller.retries, 0);
  }

  private async makeRooms(organization: DemoOrganization, people: readonly DemoUser[]): Promise<void> {
    const half = people.slice(0, Math.ceil(people.length / 2));
    await this.addChannel(organization, 'everyone', people, {});
    await this.addChannel(organization, 'half', half, {});
    await this.addChannel(organization, 'private', half, { invite_only: true });
    const [one, two] = people;
    if (one === undefined || two === undefined) throw new Error('the demo needs two people');
    this.rooms.push({
      organization,
      destination: { type: 'direct', to: [one.user_id, two.user_id] },
      senders: [one, two],
      entitled: new Set([one.user_id, two.user_id]),
    });
  }

  private async addChannel(
    organization: DemoOrganization,
    label: string,
    people: readonly DemoUser[],
    settings: Record<string, unknown>,
  ): Promise<void> {
    const [creator] = people;
    if (creator === undefined) throw new Error('a channel needs somebody to make it');
    const actor = new Actor(this.demo.base_url, creator);
    const name = `${label} ${Date.now().toString(36)}`;
    const ids = people.map((person) => person.user_id);
    await actor.ok(subscribe, { subscriptions: [{ name }], principals: ids, ...settings });
    const { stream_id: to } = await actor.ok(getChannelId, { stream: name });
    this.rooms.push({ organization, destination: { type: 'channel', to, topic: 'load' }, senders: people, entitled: new Set(ids) });
  }

  private async addClient(organization: DemoOrganization, user: DemoUser, number: number): Promise<void> {
    const name = `${organization.string_id}/${user.user_id}/${number}`;
    const deliver = this.ledger.observe({ name, organization: organization.string_id, userId: user.user_id });
    const poller = new Poller(
      new Actor(this.demo.base_url, user),
      ({ id, type, message }) =>
        deliver(message === undefined ? { id, type } : { id, type, messageId: message.id, token: message.content }),
      (error) => this.failures.push(`${name}: ${error.message}`),
    );
    await poller.register();
    this.clients.push({ organization: organization.string_id, user, poller });
  }

  private async sendTo(room: Room, number: number): Promise<void> {
    for (let n = 0; this.sending; n += 1) {
      const sender = room.senders[n % room.senders.length];
      const client = this.clients.find(({ user }) => user.api_key === sender?.api_key);
      if (sender === undefined || client === undefined) throw new Error('a room needs senders');
      const token = `room ${number} message ${n} of run ${process.pid}`;
      this.ledger.intend({ organization: room.organization.string_id, token, entitled: room.entitled });
      try {
        const id = await sendUntilAcknowledged(new Actor(this.demo.base_url, sender), room.destination, token, client.poller.queueId);
        if (id === undefined) this.failures.push(`gave up sending ${token}`);
        else this.ledger.acknowledge(token, id);
      } catch (error) {
        this.failures.push(error instanceof Error ? error.message : String(error));
      }
      this.sent += 1;
      await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
    }
  }
}

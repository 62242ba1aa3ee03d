import { getChannelId, subscribe } from '@parley/contracts/channels';
import { Actor } from '../client/actor.js';
import type { Demo, DemoOrganization, DemoUser } from '../client/demo.js';
import { type ActorOf, Changer } from './changer.js';
import { Ledger } from './ledger.js';
import { tokensOf } from './message-change.js';
import { Poller } from './poller.js';
import type { Room } from './room.js';
import { sendUntilAcknowledged } from './sender.js';

interface Client {
  readonly organization: string;
  readonly user: DemoUser;
  readonly poller: Poller;
}

const CLIENTS_PER_PERSON = 2;

/**
 * Senders and polling clients in both organizations: public channels, private channels, direct messages. Meanwhile, messages are edited,
 * moved, deleted, starred and read. Membership does not change while it runs, so it is known beforehand who must receive what.
 */
export class ClusterLoad {
  readonly ledger = new Ledger();
  private readonly rooms: Room[] = [];
  private readonly clients: Client[] = [];
  private senders: Promise<void>[] = [];
  private changers: Changer[] = [];
  private sending = true;

  /** @param actorOf who makes the requests of a user */
  constructor(
    private readonly demo: Demo,
    private readonly pauseMs: number,
    private readonly actorOf: ActorOf = (user) => new Actor(demo.base_url, user),
  ) {}

  /** Creates the rooms, registers every client's queue, and starts polling. */
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

  /** Starts a sender and a changer for each room. */
  start(): void {
    this.senders = this.rooms.map((room, number) => this.sendTo(room, number));
    const onFailure = (text: string) => this.failures.push(text);
    this.changers = this.rooms.map((room) => new Changer(this.actorOf, room, this.ledger, onFailure));
    for (const changer of this.changers) changer.start();
  }

  /** Stops sending and changing, waits until everything due has arrived (or the deadline has passed), stops polling. */
  async finish(drainMs: number): Promise<void> {
    this.sending = false;
    await Promise.all([...this.senders, ...this.changers.map((changer) => changer.stop())]);
    const deadline = Date.now() + drainMs;
    while (this.ledger.undelivered().size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all(this.clients.map(({ poller }) => poller.stop()));
  }

  /** Failures that do not concern single events: a refused poll, an abandoned send or change. */
  readonly failures: string[] = [];

  get requestsRepeated(): number {
    return this.clients.reduce((sum, { poller }) => sum + poller.retries, 0);
  }

  private async makeRooms(organization: DemoOrganization, people: readonly DemoUser[]): Promise<void> {
    const half = people.slice(0, Math.ceil(people.length / 2));
    await this.addChannels(organization, 'everyone', people, {});
    await this.addChannels(organization, 'half', half, {});
    await this.addChannels(organization, 'private', half, { invite_only: true });
    const [one, two] = people;
    if (one === undefined || two === undefined) throw new Error('the demo needs two people');
    this.rooms.push({
      organization,
      destination: { type: 'direct', to: [one.user_id, two.user_id] },
      otherChannelId: undefined,
      senders: [one, two],
      entitled: new Set([one.user_id, two.user_id]),
      newest: undefined,
    });
  }

  /** Adds a room in one channel, and another channel with the same users. */
  private async addChannels(
    organization: DemoOrganization,
    label: string,
    people: readonly DemoUser[],
    settings: Record<string, unknown>,
  ): Promise<void> {
    const [creator] = people;
    if (creator === undefined) throw new Error('a channel needs a creator');
    const actor = this.actorOf(creator);
    const name = `${label} ${Date.now().toString(36)}`;
    const otherName = `other ${name}`;
    const ids = people.map((person) => person.user_id);
    await actor.ok(subscribe, { subscriptions: [{ name }, { name: otherName }], principals: ids, ...settings });
    const { stream_id: to } = await actor.ok(getChannelId, { stream: name });
    const { stream_id: otherChannelId } = await actor.ok(getChannelId, { stream: otherName });
    const destination = { type: 'channel', to, topic: 'load' } as const;
    this.rooms.push({ organization, destination, otherChannelId, senders: people, entitled: new Set(ids), newest: undefined });
  }

  private async addClient(organization: DemoOrganization, user: DemoUser, number: number): Promise<void> {
    const name = `${organization.string_id}/${user.user_id}/${number}`;
    const deliver = this.ledger.observe({ name, organization: organization.string_id, userId: user.user_id });
    const poller = new Poller(
      this.actorOf(user),
      (event) => deliver({ id: event.id, tokens: tokensOf(event), messageId: event.message?.id }),
      (error) => this.failures.push(`${name}: ${error.message}`),
    );
    await poller.register();
    this.clients.push({ organization: organization.string_id, user, poller });
  }

  private async sendTo(room: Room, number: number): Promise<void> {
    for (let n = 0; this.sending; n += 1) {
      const sender = room.senders[n % room.senders.length];
      const reader = room.senders[(n + 1) % room.senders.length];
      const client = this.clients.find(({ user }) => user.api_key === sender?.api_key);
      if (sender === undefined || reader === undefined || client === undefined) throw new Error('a room needs senders');
      const token = `room ${number} message ${n} of run ${process.pid}`;
      const { string_id: organization } = room.organization;
      this.ledger.intend({ organization, kind: 'sent', token, entitled: room.entitled, after: [] });
      try {
        const id = await sendUntilAcknowledged(this.actorOf(sender), room.destination, token, client.poller.queueId);
        if (id === undefined) {
          this.failures.push(`gave up sending ${token}`);
        } else {
          this.ledger.acknowledge(organization, token, id);
          room.newest = { id, token, sender, reader };
        }
      } catch (error) {
        this.failures.push(error instanceof Error ? error.message : String(error));
      }
      await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
    }
  }
}

import { getChannelId, subscribe } from '@parley/contracts/channels';
import { Actor, Refused } from '../../client/actor.js';
import type { DemoUser } from '../../client/demo.js';
import type { ActorOf } from '../changer.js';
import { channelOperations } from './channel-operations.js';
import { messageOperations } from './message-operations.js';
import type { OperationContext } from './operation.js';
import { organizationOperations } from './organization-operations.js';
import { peopleOperations } from './people-operations.js';

const OPERATIONS = [...messageOperations, ...channelOperations, ...peopleOperations, ...organizationOperations];

const NOT_NOW = 503;
const NO_SUCH_ENDPOINT = /: 404 .*"msg":"Not found"/;

export interface WritersOptions {
  /** While the previous version also answers, which does not have the endpoints of this one. Then 404 is no failure. */
  readonly mayLackEndpoints?: boolean;
}

/** Users who run all operations as fast as they are answered: each starts at another index of the list and cycles through it. */
export class Writers {
  readonly failures: string[] = [];
  done = 0;
  /** Operations that were answered with "not now", by a busy machine, or that a former version does not know. They run again in the next cycle. */
  unfinished = 0;
  private writing = true;
  private loops: Promise<void>[] = [];
  private made = 0;
  private channelId = 0;

  constructor(
    baseUrl: string,
    private readonly owner: DemoUser,
    private readonly writers: readonly DemoUser[],
    private readonly actorOf: ActorOf = (user) => new Actor(baseUrl, user),
    private readonly options: WritersOptions = {},
  ) {}

  async start(everybody: readonly DemoUser[]): Promise<void> {
    const name = this.fresh('everybody');
    const owner = this.actorOf(this.owner);
    await owner.ok(subscribe, { subscriptions: [{ name }], principals: everybody.map(({ user_id }) => user_id) });
    this.channelId = (await owner.ok(getChannelId, { stream: name })).stream_id;
    this.loops = this.writers.map((writer, number) => this.write(writer, number));
  }

  /** Whether every operation ran this many times. */
  hasGoneRound(times: number): boolean {
    return this.done >= OPERATIONS.length * times;
  }

  /** Ends after the current operations. */
  async stop(): Promise<void> {
    this.writing = false;
    await Promise.all(this.loops);
  }

  private async write(writer: DemoUser, number: number): Promise<void> {
    const first = Math.floor((number * OPERATIONS.length) / this.writers.length);
    for (let n = first; this.writing; n += 1) {
      const operation = OPERATIONS[n % OPERATIONS.length];
      const other = this.writers[(number + 1 + (n % (this.writers.length - 1))) % this.writers.length];
      if (operation === undefined || other === undefined) throw new Error('there are no operations, or no other writer');
      try {
        await operation(this.context(writer, other));
        this.done += 1;
      } catch (error) {
        if (error instanceof Refused && this.mayBeRefused(error)) this.unfinished += 1;
        else this.failures.push(error instanceof Error ? error.message : String(error));
      }
    }
  }

  private mayBeRefused({ status, message }: Refused): boolean {
    return status === NOT_NOW || (this.options.mayLackEndpoints === true && NO_SUCH_ENDPOINT.test(message));
  }

  private context(writer: DemoUser, other: DemoUser): OperationContext {
    return {
      me: this.actorOf(writer),
      myId: writer.user_id,
      otherId: other.user_id,
      otherName: other.full_name,
      owner: this.actorOf(this.owner),
      ownerId: this.owner.user_id,
      channelId: this.channelId,
      fresh: (what) => this.fresh(what),
    };
  }

  private fresh(what: string): string {
    this.made += 1;
    return `${what} ${Date.now().toString(36)}-${this.made}`;
  }
}

import type { ClientEvent } from '@parley/client-events';
import type { OutputOf } from '@parley/contracts';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import { acceptInvitation } from '@parley/contracts/invitations';
import { sendMessage } from '@parley/contracts/messaging';
import { type Invited, PASSWORD, type Team } from './team.js';

const EVENT_TYPES = ['invites_changed', 'realm_user', 'user_group', 'subscription', 'message'];

/** An invited person who joins, and the queue of the inviter, who is notified. */
export class Joining {
  private readonly requests: Promise<string>[] = [];

  private constructor(
    readonly team: Team,
    readonly invited: Invited,
    private readonly queue: OutputOf<typeof registerQueue>,
  ) {}

  static async prepare(team: Team, invited: Invited): Promise<Joining> {
    return new Joining(team, invited, await team.owner.ok(registerQueue, { event_types: EVENT_TYPES, fetch_event_types: [] }));
  }

  /** Sends two concurrent requests, like an impatient user; each is repeated until it is answered. */
  begin(): void {
    this.requests.push(this.accept(), this.accept());
  }

  /** The answers to the requests. */
  answers(): Promise<readonly string[]> {
    return Promise.all(this.requests);
  }

  async accept(): Promise<string> {
    const { token, fullName: full_name } = this.invited;
    const { status, body } = await this.team.visitor.call(acceptInvitation, { token, full_name, password: PASSWORD });
    return `${status} ${body.msg}`;
  }

  /** All events that the inviter received, in order. A message to oneself marks the position up to which the queue was read. */
  async events(): Promise<readonly ClientEvent[]> {
    const { owner, ownerId } = this.team;
    const { id: mark } = await owner.ok(sendMessage, { type: 'direct', to: [ownerId], content: 'a mark in the log' });
    const received: ClientEvent[] = [];
    for (let last = this.queue.last_event_id; ; ) {
      const { events } = await owner.ok(getEvents, { queue_id: this.queue.queue_id, last_event_id: last });
      for (const event of events) {
        if (messageIdOf(event) === mark) return received;
        if (event.type !== 'heartbeat') received.push(event);
        last = Math.max(last, event.id);
      }
    }
  }
}

function messageIdOf({ message }: ClientEvent): unknown {
  return typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined;
}

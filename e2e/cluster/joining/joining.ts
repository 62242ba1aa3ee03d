import { acceptInvitation, type ClientEvent, getEvents, type OutputOf, registerQueue, sendMessage } from '@parley/contracts';
import { type Invited, PASSWORD, type Team } from './team.js';

export const INVALID = '400 This invitation link is invalid or has expired.';
const HEARD = ['invites_changed', 'realm_user', 'user_group', 'subscription', 'message'];

/** Somebody who accepts his invitation, and the queue of the inviter, who hears of it. */
export class Joining {
  private readonly asked: Promise<string>[] = [];

  private constructor(
    readonly team: Team,
    readonly invited: Invited,
    private readonly queue: OutputOf<typeof registerQueue>,
  ) {}

  static async prepare(team: Team, invited: Invited): Promise<Joining> {
    return new Joining(team, invited, await team.owner.ok(registerQueue, { event_types: HEARD, fetch_event_types: [] }));
  }

  /** Two requests at once, as of somebody impatient; each is made again for as long as nobody answers it. */
  begin(): void {
    this.asked.push(this.accept(), this.accept());
  }

  /** What they were answered. */
  answers(): Promise<readonly string[]> {
    return Promise.all(this.asked);
  }

  async accept(): Promise<string> {
    const { token, fullName: full_name } = this.invited;
    const { status, body } = await this.team.visitor.call(acceptInvitation, { token, full_name, password: PASSWORD });
    return `${status} ${body.msg}`;
  }

  /** All that the inviter heard, in order. A message to himself marks where his queue has passed it. */
  async events(): Promise<readonly ClientEvent[]> {
    const { owner, ownerId } = this.team;
    const { id: mark } = await owner.ok(sendMessage, { type: 'direct', to: [ownerId], content: 'a mark in the log' });
    const heard: ClientEvent[] = [];
    for (let last = this.queue.last_event_id; ; ) {
      const { events } = await owner.ok(getEvents, { queue_id: this.queue.queue_id, last_event_id: last });
      for (const event of events) {
        if (messageIdOf(event) === mark) return heard;
        if (event.type !== 'heartbeat') heard.push(event);
        last = Math.max(last, event.id);
      }
    }
  }
}

function messageIdOf({ message }: ClientEvent): unknown {
  return typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined;
}

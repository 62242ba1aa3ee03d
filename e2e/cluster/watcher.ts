import { CAPABILITY_NAMES } from '@parley/contracts';
import { deleteQueue, getEvents, registerQueue } from '@parley/contracts/event-queue';
import { sendMessage } from '@parley/contracts/messaging';
import { expectEventsExplainState } from '@parley/testing';
import type { Actor } from '../client/actor.js';

type Snapshot = { readonly queueId: string; readonly lastEventId: number; readonly fields: Readonly<Record<string, unknown>> };
type Event = { readonly id: number; readonly type: string } & Readonly<Record<string, unknown>>;

/** Fields about the queue itself, or without logged events. Lost presence events are corrected by the client's next report. */
const UNEXPLAINED = ['result', 'msg', 'last_event_id', 'queue_id', 'presences', 'presence_last_update_id', 'server_timestamp'];

/** Registers repeatedly with all fields; each new snapshot must equal the previous one plus the events in between. */
export class Watcher {
  constructor(
    private readonly actor: Actor,
    private readonly person: { readonly user_id: number },
    private readonly capabilities: readonly string[] = CAPABILITY_NAMES,
  ) {}

  /** Returns the number of compared snapshots. */
  async watch(isEnough: () => boolean): Promise<number> {
    let compared = 0;
    let before = await this.register();
    while (!isEnough()) {
      before = (await this.compare(before)).after;
      compared += 1;
    }
    await this.forget(before);
    return compared;
  }

  /** Registers again. Returns the new snapshot, and the events since the one before. */
  async compare(before: Snapshot): Promise<{ readonly after: Snapshot; readonly events: readonly Event[] }> {
    const after = await this.register();
    const events = await this.eventsUpTo(before, after.lastEventId);
    expectEventsExplainState({ before: before.fields, events, after: after.fields, userId: this.person.user_id });
    await this.forget(before);
    return { after, events };
  }

  /** If a deletion is repeated after it was carried out, the queue is not found. */
  private async forget({ queueId }: Snapshot): Promise<void> {
    await this.actor.call(deleteQueue, { queue_id: queueId });
  }

  async register(): Promise<Snapshot> {
    const answer = await this.actor.ok(registerQueue, {
      client_gravatar: false,
      include_subscribers: 'true',
      client_capabilities: Object.fromEntries(this.capabilities.map((name) => [name, true])),
    });
    const fields = Object.entries(answer).filter(([name]) => !UNEXPLAINED.includes(name));
    return { fields: Object.fromEntries(fields), queueId: answer.queue_id ?? '', lastEventId: answer.last_event_id };
  }

  /** Events of the queue up to `limit`. A message to oneself marks a position after it. */
  private async eventsUpTo(from: Snapshot, limit: number): Promise<Event[]> {
    await this.actor.ok(sendMessage, { type: 'direct', to: [this.person.user_id], content: 'a mark in the log' });
    const events: Event[] = [];
    for (let last = from.lastEventId; last <= limit; ) {
      const answer = await this.actor.ok(getEvents, { queue_id: from.queueId, last_event_id: last });
      const fresh = answer.events.filter(({ type }) => type !== 'heartbeat');
      events.push(...fresh);
      last = Math.max(last, ...fresh.map(({ id }) => id));
    }
    return events.filter(({ id, type }) => id <= limit && !type.startsWith('typing'));
  }
}

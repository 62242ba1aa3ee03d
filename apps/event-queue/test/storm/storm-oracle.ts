import type { Audience } from '@parley/client-events';
import { eventId, type LoggedEvent, type Role } from '@parley/contracts';
import { EventRegistry } from '../../src/event-cache/event-registry.js';
import type { Session } from './storm-client.js';
import { stormEvents } from './storm-events.js';

export interface Verdict {
  expected: number;
  lost: number;
  duplicated: number;
  reordered: number;
  leaked: number;
}

/** Recomputes from the log alone which client must have received which events in which order, and compares with what clients received. */
export class StormOracle {
  private readonly registry = new EventRegistry(stormEvents);
  private readonly expected: Map<number, number[]> = new Map();

  /** `members` and `roles` are those before the first event. */
  constructor(
    log: readonly LoggedEvent[],
    private readonly members: Map<number, Set<number>>,
    private readonly roles: Map<number, Role>,
  ) {
    for (const user of roles.keys()) this.expected.set(user, []);
    for (const event of log) this.follow(event);
  }

  judge(sessions: readonly Session[]): Verdict {
    const verdict: Verdict = { expected: 0, lost: 0, duplicated: 0, reordered: 0, leaked: 0 };
    for (const session of sessions) {
      const due = (this.expected.get(session.userId) ?? []).filter((id) => id >= eventId(session.snapshotSeq + 1, 0));
      const last = session.received.at(-1) ?? 0;
      // A queue that ended must have everything up to its last event; a live one must have everything.
      const expected = session.ended ? due.filter((id) => id <= last) : due;
      const got = new Set(session.received);
      verdict.expected += expected.length;
      verdict.lost += expected.filter((id) => !got.has(id)).length;
      verdict.duplicated += session.received.length - got.size;
      verdict.reordered += session.received.filter((id, index) => index > 0 && id < (session.received[index - 1] ?? 0)).length;
      const entitled = new Set(due);
      verdict.leaked += [...got].filter((id) => !entitled.has(id)).length;
    }
    return verdict;
  }

  private follow(event: LoggedEvent): void {
    const known = this.registry.read(event.type, event.payload);
    if (known === null) throw new Error(`${event.type} is not a storm event`);
    known.parts.forEach((part, place) => {
      for (const user of this.entitled(part.audience)) this.expected.get(user)?.push(eventId(event.seq, place));
    });
    for (const change of known.indexChanges) {
      if (change.kind === 'role') this.roles.set(change.userId, change.role);
      if (change.kind !== 'subscribe' && change.kind !== 'unsubscribe') continue;
      for (const channel of change.channelIds) {
        const members = this.members.get(channel) ?? new Set<number>();
        this.members.set(channel, members);
        for (const user of change.userIds) change.kind === 'subscribe' ? members.add(user) : members.delete(user);
      }
    }
  }

  private entitled({ users = [], channels = [], roles = [], except = [] }: Audience): Set<number> {
    const all = new Set(users);
    for (const channel of channels) for (const user of this.members.get(channel) ?? []) all.add(user);
    for (const [user, role] of this.roles) if (roles.includes(role)) all.add(user);
    for (const user of except) all.delete(user);
    return all;
  }
}

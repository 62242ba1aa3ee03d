import { peopleViewer } from '@parley/access';
import type { Caller } from '@parley/contracts';
import type { RegisterOptions } from '@parley/contracts/event-queue';
import type { SqlReader } from '@parley/persistence';
import { type PresenceState, visiblePresences } from './presence.repository.js';
import { presenceRange, presencesByPerson } from './presences-by-person.js';

/**
 * The group `presence` of a registration: by user id for clients that request it or declare simplified_presence_events, otherwise by
 * API email.
 */
export async function presenceFields(
  reader: SqlReader,
  caller: Caller,
  { isDisabled, lastUpdateId }: PresenceState,
  options: RegisterOptions,
): Promise<Record<string, unknown>> {
  const now = Date.now() / 1000;
  const range = presenceRange(options.presenceHistoryLimitDays, now);
  // A statement of its own, because thousands of people can be online.
  const people = isDisabled ? [] : await visiblePresences(reader, peopleViewer(caller), range);
  const isModern = options.slimPresence || options.capabilities.simplified_presence_events === true;
  return {
    presences: presencesByPerson(people, isModern),
    presence_last_update_id: lastUpdateId,
    server_timestamp: now,
  };
}

import { guestsSeeEverybody } from '@parley/access';
import type { Caller } from '@parley/contracts';
import type { RegisterOptions } from '@parley/contracts/event-queue';
import { organizationSettings } from '@parley/contracts/organization';
import { organizationById, type Tx } from '@parley/persistence';
import { lastPresenceUpdateId } from './presence.repository.js';
import { presenceRange, presencesByPerson, readPresences } from './read-presences.js';

/**
 * The group `presence` of a registration: by user id for clients that request it or declare simplified_presence_events, otherwise by
 * API email.
 */
export async function presenceFields(tx: Tx, caller: Caller, options: RegisterOptions): Promise<Record<string, unknown>> {
  const organization = await organizationById(tx, caller.organizationId);
  if (organization === undefined) throw new Error(`organization ${caller.organizationId} does not exist`);
  const now = Date.now() / 1000;
  const range = presenceRange(options.presenceHistoryLimitDays, now);
  const people = organizationSettings(organization.settings).presence_disabled
    ? []
    : await readPresences(tx, caller, range, await guestsSeeEverybody(tx, organization));
  const isModern = options.slimPresence || options.capabilities.simplified_presence_events === true;
  return {
    presences: presencesByPerson(people, isModern),
    presence_last_update_id: await lastPresenceUpdateId(tx, caller.organizationId),
    server_timestamp: now,
  };
}

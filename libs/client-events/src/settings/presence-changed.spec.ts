import { describe, expect, it } from '@jest/globals';
import { ALL_ROLES, ROLES } from '@parley/contracts';
import { receivedBy, testQueue } from '../test-queue.js';
import { presenceChangedFanOut } from './presence-changed.js';
import { legacyPresenceOf } from './presence-forms.js';

describe('the presence of a user in the older format', () => {
  it.each([
    [{ activeAt: 100, idleAt: 100 }, 'active', 100],
    [{ activeAt: 100, idleAt: 160 }, 'active', 100],
    [{ activeAt: 100, idleAt: 161 }, 'idle', 161],
    [{ activeAt: 0, idleAt: 30 }, 'idle', 30],
  ])('%j is %s at %i', (times, status, timestamp) => {
    const entry = { client: 'website', status, timestamp };
    expect(legacyPresenceOf(times)).toEqual({ aggregated: entry, website: { ...entry, pushable: false } });
  });
});

describe('a user who comes online', () => {
  const changed = { userId: 5, email: 'ann@example.com', serverTimestamp: 170.5, activeAt: 100, idleAt: 170, guestsSeeEverybody: true };
  const parts = presenceChangedFanOut.parts(changed);
  const website = { client: 'website', status: 'idle', timestamp: 170, pushable: false };

  it('is sent in the format that the client knows', () => {
    expect(receivedBy({ ...testQueue, capabilities: { simplified_presence_events: true } }, parts)).toEqual([
      { type: 'presence', presences: { 5: { active_timestamp: 100, idle_timestamp: 170 } } },
    ]);
    const older = { type: 'presence', user_id: 5, server_timestamp: 170.5, presence: { website } };
    expect(receivedBy(testQueue, parts)).toEqual([{ ...older, email: 'ann@example.com' }]);
    expect(receivedBy({ ...testQueue, slimPresence: true }, parts)).toEqual([older]);
  });

  it('is sent to all, or to all but guests', () => {
    const roles = (guestsSeeEverybody: boolean) =>
      presenceChangedFanOut.parts({ ...changed, guestsSeeEverybody }).map(({ audience }) => audience.roles);
    const notGuests = ALL_ROLES.filter((role) => role !== ROLES.guest);
    expect([roles(true), roles(false)]).toEqual([
      [ALL_ROLES, ALL_ROLES],
      [notGuests, notGuests],
    ]);
  });
});

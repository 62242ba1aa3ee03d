import { afterAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { createBot, getUserGroups, updateOrganization } from '@parley/contracts/organization';
import { DOMAIN_EVENTS } from '@parley/contracts/registry';
import { loggedTypes } from '@parley/testing';
import { Actor } from '../client/actor.js';
import { organizationOf, personOf, readDemo } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { Writers } from './operations/writers.js';
import { PatientActor } from './patient-actor.js';
import { Watcher } from './watcher.js';

/** How often every operation runs while the watchers compare. */
const TIMES_ROUND = 2;

/** Events that cannot occur here, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'channel-access.changed': 'the events of one change would need more than 50,000 ids',
  'client-device.push-changed': 'no push service is configured here: apps/settings/test/push-registrations.it-spec.ts',
  'edit-typing.changed': 'it is not logged',
  'guest-access.changed':
    'the events of one change would need too many pairs of guests and users: apps/organization/test/update-organization.it-spec.ts',
  'id-range.begun': 'it requires billions of earlier events, and has no recipients',
  'message-exports.changed': 'a registration does not contain exports: e2e/api/message-exports.e2e-spec.ts',
  'organization.deactivated': 'it ends every queue',
  'presence.changed': 'it is not logged',
  'typing.changed': 'it is not logged',
};

/** Those of NOT_HERE that other tests make in the same organization. */
const MADE_BY_OTHERS: ReadonlySet<string> = new Set(['message-exports.changed']);

const demo = readDemo(process.env.PARLEY_DEMO_JSON);
const organization = organizationOf(demo, 'demo');
const people = organization.users.filter((user) => !user.is_bot);
const owner = personOf(organization, ROLES.owner);
afterAll(closeConnections);

describe('registration under concurrent writes of every kind (P5)', () => {
  it('returns a snapshot that, together with later events, equals the snapshot of any later moment', async () => {
    const members = people.filter(({ role }) => role <= ROLES.member);
    const guests = people.filter(({ role }) => role === ROLES.guest);
    const writers = new Writers(demo.base_url, owner, members);
    await writers.start(people);
    const isEnough = () => writers.failures.length > 0 || writers.hasGoneRound(TIMES_ROUND);
    const watchers = [...members.slice(0, 4), ...guests].map((person) => new Watcher(new PatientActor(demo.base_url, person), person));
    const compared = await Promise.all(watchers.map((watcher) => watcher.watch(isEnough)));
    await writers.stop();
    const total = compared.reduce((sum, count) => sum + count, 0);
    process.stdout.write(
      `register: ${total} snapshots compared, ${writers.done} operations done and ${writers.unfinished} postponed meanwhile\n`,
    );
    expect(writers.failures).toEqual([]);
    expect(Math.min(...compared)).toBeGreaterThan(1);
  }, 240_000);

  it('was tested with every possible event', async () => {
    await changeWhomGuestsSee(new Actor(demo.base_url, owner));
    const logged = await loggedTypes(process.env.PARLEY_TEST_SUITE_DATABASE_URL ?? '');
    const possible = [...DOMAIN_EVENTS.keys()].filter((type) => !(type in NOT_HERE));
    expect(possible.filter((type) => !logged.has(type))).toEqual([]);
    const logs = (type: string) => logged.has(type) && !MADE_BY_OTHERS.has(type);
    expect(Object.keys(NOT_HERE).filter((type) => logs(type) || !DOMAIN_EVENTS.has(type))).toEqual([]);
  });
});

async function changeWhomGuestsSee(actor: Actor): Promise<void> {
  // No guest shares anything with a new bot.
  const name = `stranger-${process.pid}`;
  await actor.ok(createBot, { full_name: name, short_name: name });
  const { user_groups } = await actor.ok(getUserGroups, {});
  for (const name of ['role:members', 'role:everyone']) {
    const group = user_groups.find((each) => each.name === name)?.id;
    await actor.ok(updateOrganization, { can_access_all_users_group: { new: group } });
  }
}

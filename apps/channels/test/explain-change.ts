import type { QueueView } from '@parley/client-events';
import { ROLES } from '@parley/contracts';
import { expectEventsExplainState, type UserRow } from '@parley/testing';
import type { ChannelsSuite } from './channels-suite.js';

/** A new organization with one user of each kind. */
export async function everyKind({ rows }: ChannelsSuite) {
  const organization = await rows.organization();
  return {
    organization,
    owner: await rows.user(organization, { role: ROLES.owner }),
    administrator: await rows.user(organization, { role: ROLES.administrator }),
    member: await rows.user(organization),
    other: await rows.user(organization),
    bystander: await rows.user(organization),
    guest: await rows.user(organization, { role: ROLES.guest }),
  };
}
export type People = Awaited<ReturnType<typeof everyKind>>;

/**
 * Runs the change and checks for all users that registration before + events = registration after. Returns the events of each.
 * `capabilities`: of the clients; by default all.
 */
export async function explainChange(
  channels: ChannelsSuite,
  { organization, ...users }: People,
  change: () => Promise<unknown>,
  capabilities?: QueueView['capabilities'],
) {
  const viewers: UserRow[] = Object.values(users);
  const options = capabilities === undefined ? {} : { capabilities };
  const before = new Map<number, Awaited<ReturnType<ChannelsSuite['registerFields']>>>();
  for (const user of viewers) before.set(user.id, await channels.registerFields(user.caller, options));
  const mark = await channels.mark(organization.id);
  await change();
  const received = new Map<number, string[]>();
  for (const user of viewers) {
    const events = await channels.eventsSince(mark, user, options);
    expectEventsExplainState({
      before: before.get(user.id) ?? {},
      events,
      after: await channels.registerFields(user.caller, options),
      userId: user.id,
    });
    received.set(
      user.id,
      events.map(({ type, op, property }) => [type, op, property].filter((word) => word !== undefined).join(' ')),
    );
  }
  return (user: UserRow) => received.get(user.id);
}

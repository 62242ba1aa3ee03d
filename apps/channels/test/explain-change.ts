import { type QueueView, ROLES } from '@parley/contracts';
import { expectEventsExplainState, type UserRow } from '@parley/testing';
import type { ChannelsSuite } from './channels-suite.js';

/** Somebody of each kind that may know different things. */
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
 * Runs the change and holds, for everybody, what was before + the events against what is after. Gives the events of each.
 * `capabilities`: of the clients; initially all.
 */
export async function explainChange(
  channels: ChannelsSuite,
  { organization, ...users }: People,
  change: () => Promise<unknown>,
  capabilities?: QueueView['capabilities'],
) {
  const everybody: UserRow[] = Object.values(users);
  const asked = capabilities === undefined ? {} : { capabilities };
  const before = new Map<number, Awaited<ReturnType<ChannelsSuite['registerFields']>>>();
  for (const user of everybody) before.set(user.id, await channels.registerFields(user.caller, asked));
  const mark = await channels.mark(organization.id);
  await change();
  const heard = new Map<number, string[]>();
  for (const user of everybody) {
    const events = await channels.eventsSince(mark, user, asked);
    expectEventsExplainState({
      before: before.get(user.id) ?? {},
      events,
      after: await channels.registerFields(user.caller, asked),
      userId: user.id,
    });
    heard.set(
      user.id,
      events.map(({ type, op, property }) => [type, op, property].filter((word) => word !== undefined).join(' ')),
    );
  }
  return (user: UserRow) => heard.get(user.id);
}

import { membershipOf } from '@parley/access';
import { ROLES } from '@parley/contracts';
import { type ChannelRecord, constant, Prisma } from '@parley/persistence';

/** The CTE `membership`; empty if access does not depend on groups. */
export function membersCte({ organizationId, isPrivate }: ChannelRecord): Prisma.Sql {
  const body = isPrivate ? membershipOf(organizationId, Prisma.sql`person`) : Prisma.sql`SELECT NULL::int, NULL::int WHERE false`;
  return Prisma.sql`membership (user_id, group_id) AS (${body})`;
}

/** Whether `person` (id, role), who is not subscribed, has content access. Needs the CTE of membersCte. */
export function mayReadUnsubscribed(channel: ChannelRecord): Prisma.Sql {
  if (channel.isWebPublic) return Prisma.sql`true`;
  const isInvited = Prisma.sql`EXISTS (SELECT FROM membership g WHERE g.user_id = person.id
    AND g.group_id IN (${channel.canSubscribeGroup}, ${channel.canAddSubscribersGroup}))`;
  return Prisma.sql`(person.role <> ${constant(ROLES.guest)} AND ${channel.isPrivate ? isInvited : Prisma.sql`true`})`;
}

/** As mayReadUnsubscribed, for a message that comes to the channel now: in a channel with protected history only subscribers receive it. */
export function mayReadNewUnsubscribed(channel: ChannelRecord): Prisma.Sql {
  return channel.historyPublicToSubscribers || channel.isWebPublic ? mayReadUnsubscribed(channel) : Prisma.sql`false`;
}

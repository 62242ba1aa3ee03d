import { dbInts, Prisma } from '@parley/persistence';
import { z } from 'zod';

/** The subscribers, channels and messages that `unreadInChannels` reads. Optional filters that are absent select all. */
export interface UnreadQuery {
  readonly channelIds: readonly number[];
  readonly userIds?: readonly number[];
  readonly messageIds?: readonly number[];
  /** Excludes users who are subscribed to this channel. */
  readonly notSubscribedTo?: number;
}

/** Of one channel, at most the newest messages up to this number: as many as a registration reports. */
export const MAX_MESSAGES = 50_000;

/** The subscribers: user_id, channel_id. */
export function people(organizationId: number, { channelIds, userIds, notSubscribedTo }: UnreadQuery): Prisma.Sql {
  return Prisma.sql`
      SELECT b.user_id, b.channel_id FROM subscription b
      WHERE b.organization_id = ${organizationId} AND b.channel_id = ANY (${[...channelIds]}::int[]) AND b.active
        ${userIds === undefined ? Prisma.empty : Prisma.sql`AND b.user_id = ANY (${[...userIds]}::int[])`}
        ${notSubscribedTo === undefined ? Prisma.empty : isNotSubscribed(organizationId, notSubscribedTo)}`;
}

function isNotSubscribed(organizationId: number, channelId: number): Prisma.Sql {
  return Prisma.sql`AND NOT EXISTS (SELECT FROM subscription o
          WHERE o.organization_id = ${organizationId} AND o.user_id = b.user_id AND o.channel_id = ${channelId} AND o.active)`;
}

export function messageFilter({ messageIds }: UnreadQuery): Prisma.Sql {
  return messageIds === undefined ? Prisma.empty : Prisma.sql`AND m.id = ANY (${[...messageIds]}::bigint[])`;
}

/** Of `grouped`. */
export const groupRow = z.object({ userIds: dbInts, messageIds: dbInts });

/** Users with the same messages, of rows with user_id and id. The ids are JSON, because an array of 50,000 bigints costs many times as much to read. */
export function grouped(unread: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT array_agg(user_id ORDER BY user_id) AS "userIds", to_json(ids) AS "messageIds"
    FROM (SELECT user_id, array_agg(id ORDER BY id) AS ids FROM ${unread} GROUP BY user_id) AS each_person
    GROUP BY ids ORDER BY min(user_id)`;
}

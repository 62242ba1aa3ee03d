import { messagesById, readable, type Viewer } from '@parley/access';
import { type Caller, FLAG_BITS, topicKey } from '@parley/contracts';
import { TOPIC_VISIBILITY } from '@parley/contracts/channels';
import type { PropagateMode } from '@parley/contracts/messaging';
import { dbInt, firstRow, onlyRow, Prisma, rows, type Tx, userSettingSql } from '@parley/persistence';
import { z } from 'zod';
import type { MessagePlace } from '../messages/target-message.repository.js';

/** Users who lose access to messages also lose their stars on them. */
export async function dropStars(tx: Tx, organizationId: number, ids: readonly number[], userIds: ReadonlySet<number>): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    UPDATE message_flag SET flags = flags & ~${FLAG_BITS.starred}::int
    WHERE organization_id = ${organizationId} AND message_id = ANY (${[...ids]}::bigint[]) AND user_id = ANY (${[...userIds]}::int[])
      AND flags & ${FLAG_BITS.starred}::int <> 0`);
}

const attrsRow = z.object({ id: dbInt, attrs: dbInt });

export async function readAttrs(tx: Tx, organizationId: number, ids: readonly number[]): Promise<Map<number, number>> {
  const found = await rows(
    tx,
    attrsRow,
    Prisma.sql`
    SELECT m.id, m.attrs FROM ${messagesById(organizationId, ids)}`,
  );
  return new Map(found.map(({ id, attrs }) => [id, attrs]));
}

const movedSetRow = z.object({ id: dbInt, moves: z.boolean() });

/** Finds the messages that move together with the named one: those of its topic that the mover may read. */
export async function readMovedSet(
  tx: Tx,
  viewer: Viewer,
  { topicId }: MessagePlace,
  messageId: number,
  mode: PropagateMode,
): Promise<MovedSet> {
  const found = await rows(
    tx,
    movedSetRow,
    Prisma.sql`
    SELECT m.id, ${movesWith(messageId, mode)} AND ${readable(viewer)} AS moves
    FROM message m WHERE m.organization_id IS NOT DISTINCT FROM ${viewer.organizationId} AND m.topic_id = ${topicId}::bigint ORDER BY m.id`,
  );
  return { ids: found.filter(({ moves }) => moves).map(({ id }) => id), isWholeTopic: found.every(({ moves }) => moves) };
}

export interface MovedSet {
  /** Ascending. */
  readonly ids: readonly number[];
  /** Whether the move leaves no message in the topic. */
  readonly isWholeTopic: boolean;
}

function movesWith(messageId: number, mode: PropagateMode): Prisma.Sql {
  switch (mode) {
    case 'change_one':
      return Prisma.sql`m.id = ${messageId}::bigint`;
    case 'change_later':
      return Prisma.sql`m.id >= ${messageId}::bigint`;
    case 'change_all':
      return Prisma.sql`true`;
  }
}

const youngRow = z.object({ allowed: dbInt, first: dbInt.nullable() });

/** How many of the messages are at most this old, and the first of them. */
export function countYoung(tx: Tx, organizationId: number, ids: readonly number[], seconds: number): Promise<z.infer<typeof youngRow>> {
  return onlyRow(
    tx,
    youngRow,
    Prisma.sql`
    SELECT count(*) AS allowed, min(m.id) AS first FROM ${messagesById(organizationId, ids)}
    WHERE m.sent_at >= clock_timestamp() - make_interval(secs => ${seconds}::float8)`,
  );
}

const usersWithResolveNoticeUnreadRow = z.object({ id: dbInt });

/** Subscribers whose resolved_topic_notice_auto_read_policy leaves the notice unread, except the caller. */
export async function usersWithResolveNoticeUnread(tx: Tx, caller: Caller, channelId: number, topic: string): Promise<ReadonlySet<number>> {
  const { organizationId, userId } = caller;
  const found = await rows(
    tx,
    usersWithResolveNoticeUnreadRow,
    Prisma.sql`
    SELECT b.user_id AS id FROM subscription b
    LEFT JOIN user_settings s ON s.organization_id = ${organizationId} AND s.user_id = b.user_id
    CROSS JOIN LATERAL ${userSettingSql('resolved_topic_notice_auto_read_policy', Prisma.sql`s.values`)} AS policy
    WHERE b.organization_id = ${organizationId} AND b.channel_id = ${channelId} AND b.active AND b.user_id <> ${userId}
      AND (policy = 'never' OR (policy = 'except_followed' AND EXISTS (
        SELECT FROM user_topic y
          WHERE y.organization_id = ${organizationId} AND y.user_id = b.user_id AND y.channel_id = ${channelId}
            AND y.topic_key = ${topicKey(topic)}
          AND y.visibility_policy = ${TOPIC_VISIBILITY.followed})))`,
  );
  return new Set(found.map(({ id }) => id));
}

const recentRow = z.object({ id: dbInt, content: z.string() });

/** The message, if a system bot sent it to the channel within this time. */
export function recentNotice(
  tx: Tx,
  organizationId: number,
  channelId: number,
  messageId: number,
  seconds: number,
): Promise<z.infer<typeof recentRow> | undefined> {
  return firstRow(
    tx,
    recentRow,
    Prisma.sql`
    SELECT m.id, m.content FROM message m JOIN user_account u
      ON u.organization_id = ${organizationId} AND u.id = m.sender_id AND u.is_system_bot
    WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.channel_id = ${channelId} AND m.id = ${messageId}::bigint
      AND m.sent_at > clock_timestamp() - make_interval(secs => ${seconds})`,
  );
}

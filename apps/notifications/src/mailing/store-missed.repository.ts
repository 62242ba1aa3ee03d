import { Prisma, rows, type Tx, userSettingSql } from '@parley/persistence';
import { z } from 'zod';
import { FIRST_BROAD_TRIGGER, isBroad, type MissedMessage, TRIGGERS } from '../deciding/missed-message.js';
import type { NoLongerUnread } from '../following/no-longer-unread.js';
import { ONLINE_SECONDS } from './missed-mails.repository.js';

/** Most rows of one person for messages to many people. The newest are kept. A mail shows no more than this. */
const MOST_BROAD_ROWS = 50;
/** People who become due in a second because of the same messages, so that the mails of one organization do not delay those of others. */
const DUE_IN_A_SECOND = 50;

// All times are the database's. Locking the row in missed_mail_due protects a person's rows. It is locked before them, and several people
// in order of id.

/**
 * Stores the messages of which these people are told, and when each person's mail is due: after their batching period, or 10 minutes if
 * they were not away, counted from the first message that has not been mailed. 50 of these people become due per second, those with the
 * most important messages first.
 */
export async function storeMissed(tx: Tx, organizationId: number, missed: readonly MissedMessage[]): Promise<void> {
  const userIds = missed.map(({ userId }) => userId);
  const triggers = missed.map(({ email }) => (email === null ? 0 : TRIGGERS[email]));
  const away = missed.map(({ isAway }) => isAway);
  await tx.$executeRaw`
    INSERT INTO missed_mail_due AS d (organization_id, user_id, due_at)
    SELECT ${organizationId}, m.user_id, clock_timestamp() + make_interval(secs => CASE WHEN bool_or(m.is_away)
      THEN max(${userSettingSql('email_notifications_batching_period_seconds', Prisma.sql`s.values`)}) ELSE ${ONLINE_SECONDS}::int END
      + (row_number() OVER (ORDER BY min(m.trigger), m.user_id) - 1) / ${DUE_IN_A_SECOND}::int)
    FROM unnest(${userIds}::int[], ${away}::boolean[], ${triggers}::int[]) AS m (user_id, is_away, trigger)
    LEFT JOIN user_settings s ON s.organization_id = ${organizationId} AND s.user_id = m.user_id
    GROUP BY m.user_id ORDER BY m.user_id
    ON CONFLICT (organization_id, user_id) DO UPDATE SET due_at = least(d.due_at, EXCLUDED.due_at)`;
  await tx.$executeRaw`
    INSERT INTO missed_message AS w (organization_id, user_id, message_id, trigger, mentioned_group_id, was_away)
    SELECT DISTINCT ON (m.user_id, m.message_id) ${organizationId}, m.*
    FROM unnest(${userIds}::int[], ${missed.map(({ messageId }) => messageId)}::bigint[], ${triggers}::smallint[],
      ${missed.map(({ mentionedGroupId }) => mentionedGroupId)}::int[], ${away}::boolean[])
      AS m (user_id, message_id, trigger, mentioned_group_id, was_away)
    ORDER BY m.user_id, m.message_id, m.trigger
    ON CONFLICT (organization_id, user_id, message_id) DO UPDATE
      SET trigger = EXCLUDED.trigger, mentioned_group_id = EXCLUDED.mentioned_group_id WHERE EXCLUDED.trigger < w.trigger`;
}

/** Of messages to many people, these people are told of the newest ones only. */
export async function keepNewest(tx: Tx, organizationId: number, missed: readonly MissedMessage[]): Promise<void> {
  const userIds = new Set(missed.flatMap(({ userId, email }) => (email !== null && isBroad(email) ? [userId] : [])));
  if (userIds.size === 0) return;
  await tx.$executeRaw`
    DELETE FROM missed_message x USING unnest(${[...userIds]}::int[]) AS u (user_id)
    CROSS JOIN LATERAL (SELECT w.message_id FROM missed_message w
      WHERE w.organization_id = ${organizationId} AND w.user_id = u.user_id AND w.trigger >= ${FIRST_BROAD_TRIGGER}::int
      ORDER BY w.message_id DESC OFFSET ${MOST_BROAD_ROWS} LIMIT 1) AS last
    WHERE x.organization_id = ${organizationId} AND x.user_id = u.user_id AND x.message_id <= last.message_id
      AND x.trigger >= ${FIRST_BROAD_TRIGGER}::int`;
}

const waitingRow = z.object({ userId: z.int() });

/** Those of these people who have missed messages. */
async function lockWaiting(tx: Tx, organizationId: number, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const locked = Prisma.sql`
    SELECT d.user_id AS "userId" FROM missed_mail_due d
    WHERE d.organization_id = ${organizationId} AND d.user_id = ANY (${[...userIds]}::int[]) ORDER BY d.user_id FOR UPDATE`;
  return new Set((await rows(tx, waitingRow, locked)).map(({ userId }) => userId));
}

/** Removes what was read, so that it does not count. What is read later is left out when the mail is made. */
export async function forgetRead(tx: Tx, organizationId: number, read: readonly NoLongerUnread[]): Promise<void> {
  if (read.length === 0) return;
  const readers = [...new Set(read.flatMap(({ userIds }) => userIds))];
  const waiting = await lockWaiting(tx, organizationId, readers);
  for (const { userIds, messageIds, before } of read) {
    const ids = userIds.filter((id) => waiting.has(id));
    if (ids.length === 0) continue;
    const which =
      messageIds === undefined
        ? Prisma.sql`(${before}::bigint IS NULL OR w.message_id < ${before}::bigint)`
        : Prisma.sql`w.message_id = ANY (${[...messageIds]}::bigint[])`;
    await tx.$executeRaw`
      DELETE FROM missed_message w WHERE w.organization_id = ${organizationId} AND w.user_id = ANY (${ids}::int[]) AND ${which}`;
  }
}

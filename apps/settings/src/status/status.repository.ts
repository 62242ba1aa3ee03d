import { knownPerson, type PeopleViewer } from '@parley/access';
import { REACTION_TYPES } from '@parley/contracts/messaging';
import { Prisma, type SqlReader, select, selectRows, type Tx } from '@parley/persistence';
import { z } from 'zod';
import type { StoredStatus } from './stored-status.js';

const stored = z.object({
  userId: z.int(),
  statusText: z.string(),
  emojiName: z.string(),
  emojiCode: z.string(),
  reactionType: z.enum(REACTION_TYPES),
  away: z.boolean(),
});

const COLUMNS = Prisma.sql`s.user_id AS "userId", s.status_text AS "statusText", s.emoji_name AS "emojiName", s.emoji_code AS "emojiCode",
  s.reaction_type AS "reactionType", s.away`;

/** Of the users whom the viewer may see, by user id. */
export function selectVisibleStatuses(viewer: PeopleViewer) {
  return select(
    stored,
    Prisma.sql`
      SELECT ${COLUMNS} FROM user_status s
      WHERE s.organization_id = ${viewer.organizationId} AND ${knownPerson(viewer, Prisma.sql`s.user_id`)} ORDER BY s.user_id`,
  );
}

/** Undefined if they never set one. */
export async function statusOf(reader: SqlReader, organizationId: number, userId: number): Promise<StoredStatus | undefined> {
  const ofOne = Prisma.sql`SELECT ${COLUMNS} FROM user_status s WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId}`;
  const [status] = await selectRows(reader, select(stored, ofOne));
  return status;
}

export async function storeStatus(tx: Tx, organizationId: number, userId: number, status: StoredStatus): Promise<void> {
  const { statusText, emojiName, emojiCode, reactionType, away } = status;
  const values = { statusText, emojiName, emojiCode, reactionType, away };
  await tx.userStatus.upsert({ where: { userId, organizationId }, create: { userId, organizationId, ...values }, update: values });
}

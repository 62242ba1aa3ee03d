import { REACTION_TYPES } from '@parley/contracts/messaging';
import type { Reader, Tx } from '@parley/persistence';
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

/** By user id. `userIds`: only of these users. */
export async function statusesOf(reader: Reader, organizationId: number, userIds?: readonly number[]): Promise<Map<number, StoredStatus>> {
  const rows = await reader.userStatus.findMany({
    where: { organizationId, ...(userIds === undefined ? {} : { userId: { in: [...userIds] } }) },
    orderBy: { userId: 'asc' },
  });
  return new Map(rows.map((row) => [row.userId, stored.parse(row)]));
}

export async function storeStatus(tx: Tx, organizationId: number, userId: number, status: StoredStatus): Promise<void> {
  const { statusText, emojiName, emojiCode, reactionType, away } = status;
  const values = { statusText, emojiName, emojiCode, reactionType, away };
  await tx.userStatus.upsert({ where: { userId, organizationId }, create: { userId, organizationId, ...values }, update: values });
}

import { apiErrors, type Caller } from '@parley/contracts';
import { type DraftObject, draftObject, MAX_DRAFTS } from '@parley/contracts/messaging';
import { type Reader, userSettingsOf } from '@parley/persistence';
import { z } from 'zod';

interface Row {
  readonly id: number;
  readonly type: string;
  readonly recipientIds: number[];
  readonly topic: string;
  readonly content: string;
  readonly editedAt: bigint;
}

/** The user's drafts, the least recently edited first. */
export async function readDrafts(reader: Reader, organizationId: number, userId: number): Promise<DraftObject[]> {
  const rows: readonly Row[] = await reader.draft.findMany({
    where: { organizationId, userId },
    orderBy: [{ editedAt: 'asc' }, { id: 'asc' }],
    take: MAX_DRAFTS,
  });
  return z
    .array(draftObject)
    .parse(rows.map(({ recipientIds, editedAt, ...row }) => ({ ...row, to: recipientIds, timestamp: Number(editedAt) })));
}

/** @throws draftsNotSynchronized for a user who keeps drafts only in their clients. */
export async function checkSynchronization(reader: Reader, { organizationId, userId }: Caller): Promise<void> {
  const settings = await userSettingsOf(reader, organizationId, userId);
  if (settings?.enable_drafts_synchronization !== true) throw apiErrors.draftsNotSynchronized();
}

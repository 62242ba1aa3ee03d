import { knownPerson, readableChannel, subscriptionJoin, type Viewer } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { type DraftObject, draftObject, MAX_DRAFTS } from '@parley/contracts/messaging';
import { dbInt, Prisma, rows, type Select, type SqlReader, select, selectRows, type Tx, userSettingsOf } from '@parley/persistence';
import { z } from 'zod';
import type { CheckedDraft } from './checked-draft.js';

const draftRow = z
  .object({ id: z.int(), type: z.string(), to: z.array(dbInt), topic: z.string(), content: z.string(), timestamp: dbInt })
  .pipe(draftObject);

/** The user's drafts, the least recently edited first. */
export function selectDrafts(organizationId: number, userId: number): Select<typeof draftRow> {
  return select(
    draftRow,
    Prisma.sql`
    SELECT id, type, recipient_ids AS "to", topic, content, edited_at AS timestamp FROM draft
    WHERE organization_id = ${organizationId} AND user_id = ${userId} ORDER BY edited_at, id LIMIT ${MAX_DRAFTS}`,
  );
}

export function readDrafts(reader: SqlReader, organizationId: number, userId: number): Promise<DraftObject[]> {
  return selectRows(reader, selectDrafts(organizationId, userId));
}

/** Whether the user keeps their drafts on the server. */
export async function keepsDrafts(reader: SqlReader, organizationId: number, userId: number): Promise<boolean> {
  const settings = await userSettingsOf(reader, organizationId, userId);
  return settings?.enable_drafts_synchronization === true;
}

export function countDrafts(tx: Tx, organizationId: number, userId: number): Promise<number> {
  return tx.draft.count({ where: { organizationId, userId } });
}

/** Ids ascend in the order of the drafts. */
export async function storeDrafts(tx: Tx, caller: Caller, drafts: readonly CheckedDraft[]): Promise<DraftObject[]> {
  const { organizationId, userId } = caller;
  const rows = await tx.draft.createManyAndReturn({
    data: drafts.map(({ to, timestamp, ...draft }) => ({ ...draft, organizationId, userId, recipientIds: to, editedAt: timestamp })),
    select: { id: true },
  });
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  return ids.flatMap((id, index) => {
    const draft = drafts[index];
    return draft === undefined ? [] : [{ id, ...draft }];
  });
}

/** Returns whether the user has this draft. */
export async function replaceDraft(tx: Tx, caller: Caller, draftId: number, draft: CheckedDraft): Promise<boolean> {
  const { organizationId, userId } = caller;
  const { type, to, topic, content, timestamp } = draft;
  const changed = await tx.$executeRaw`
    UPDATE draft SET type = ${type}, recipient_ids = ${to}::int[], topic = ${topic}, content = ${content}, edited_at = ${timestamp}
    WHERE id = ${draftId}::bigint AND user_id = ${userId} AND organization_id = ${organizationId}`;
  return changed > 0;
}

/** Returns whether the user had this draft. */
export async function removeDraft(tx: Tx, caller: Caller, draftId: number): Promise<boolean> {
  const { organizationId, userId } = caller;
  const removed = await tx.$executeRaw`
    DELETE FROM draft WHERE id = ${draftId}::bigint AND user_id = ${userId} AND organization_id = ${organizationId}`;
  return removed > 0;
}

const idRow = z.object({ id: dbInt });

// Ids come from clients and may exceed any column. Compared as bigint, they are simply unknown.

/** The channels among these that the viewer may read. */
export async function readableChannelIds(tx: Tx, viewer: Viewer, channelIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (channelIds.length === 0) return new Set();
  const found = await rows(
    tx,
    idRow,
    Prisma.sql`
    SELECT c.id FROM channel c ${subscriptionJoin(viewer)}
    WHERE c.organization_id = ${viewer.organizationId} AND c.id = ANY (${[...channelIds]}::bigint[]) AND ${readableChannel(viewer)}`,
  );
  return new Set(found.map(({ id }) => id));
}

/** The users among these whom the viewer may see. */
export async function knownUserIds(tx: Tx, viewer: Viewer, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const found = await rows(
    tx,
    idRow,
    Prisma.sql`
    SELECT u.id FROM user_account u
    WHERE u.organization_id = ${viewer.organizationId} AND u.id = ANY (${[...userIds]}::bigint[]) AND ${knownPerson(viewer)}`,
  );
  return new Set(found.map(({ id }) => id));
}

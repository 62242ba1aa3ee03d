import { knownPerson, readableChannel, readViewer, subscriptionJoin, type Viewer } from '@parley/access';
import { apiErrors, type Caller } from '@parley/contracts';
import { Prisma, type Tx } from '@parley/persistence';
import type { CheckedDraft } from './checked-draft.js';

/** @throws for the first draft to a channel that its owner may not read, or to a user who does not exist or whom the owner may not see. */
export async function checkRecipients(tx: Tx, caller: Caller, drafts: readonly CheckedDraft[]): Promise<void> {
  const viewer = await readViewer(tx, caller);
  const channels = await readableIds(tx, viewer, idsOf(drafts, 'stream'));
  const people = await knownIds(tx, viewer, idsOf(drafts, 'private'));
  for (const { type, to } of drafts) {
    if (type === 'stream' && to.some((id) => !channels.has(id))) throw apiErrors.invalidChannelId();
    const unknown = type === 'private' ? to.find((id) => !people.has(id)) : undefined;
    if (unknown !== undefined) throw apiErrors.recipientIdUnknown({ userId: unknown });
  }
}

function idsOf(drafts: readonly CheckedDraft[], type: CheckedDraft['type']): number[] {
  return [...new Set(drafts.filter((draft) => draft.type === type).flatMap(({ to }) => to))];
}

// Ids come from clients and may exceed any column. Compared as bigint, they are simply unknown.

async function readableIds(tx: Tx, viewer: Viewer, channelIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (channelIds.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
    SELECT c.id FROM channel c ${subscriptionJoin(viewer)}
    WHERE c.organization_id = ${viewer.organizationId} AND c.id = ANY (${[...channelIds]}::bigint[]) AND ${readableChannel(viewer)}`);
  return new Set(rows.map(({ id }) => id));
}

async function knownIds(tx: Tx, viewer: Viewer, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
    SELECT u.id FROM user_account u
    WHERE u.organization_id = ${viewer.organizationId} AND u.id = ANY (${[...userIds]}::bigint[]) AND ${knownPerson(viewer)}`);
  return new Set(rows.map(({ id }) => id));
}

import { apiErrors } from '@parley/contracts';
import { isColumnId, type Tx } from '@parley/persistence';

/** A channel can be in a folder of its organization that is not archived, or in none (null). @throws invalidChannelFolderId */
export async function checkFolder(tx: Tx, organizationId: number, folderId: number | null): Promise<void> {
  if (folderId === null) return;
  const found = isColumnId(folderId) ? await tx.channelFolder.count({ where: { organizationId, id: folderId, isArchived: false } }) : 0;
  if (found === 0) throw apiErrors.invalidChannelFolderId();
}

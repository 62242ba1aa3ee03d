import { apiErrors } from '@parley/contracts';
import type { Tx } from '@parley/persistence';
import { folderById } from './folders.repository.js';

/** A channel can be in a folder of its organization that is not archived, or in none (null). @throws invalidChannelFolderId */
export async function checkFolder(tx: Tx, organizationId: number, folderId: number | null): Promise<void> {
  if (folderId === null) return;
  const folder = await folderById(tx, organizationId, folderId);
  if (folder === undefined || folder.isArchived) throw apiErrors.invalidChannelFolderId();
}

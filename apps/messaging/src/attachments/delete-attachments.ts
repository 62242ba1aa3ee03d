import { attachmentsChanged, uploadPathOf } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { deleteAttachmentRows } from './attachments.repository.js';
import { changeUsage, uploadSpaceUsed } from './upload-space.repository.js';

/** Deletes the attachments and logs it for their owners. The files are erased soon after the commit (EraseFiles). */
export async function deleteAttachments(tx: Tx, log: ChangeLog, organizationId: number, ids: readonly number[]): Promise<void> {
  const gone = await deleteAttachmentRows(tx, organizationId, ids, (pathId) => uploadPathOf(pathId)?.key);
  if (gone.length === 0) return;
  await changeUsage(tx, organizationId, -gone.reduce((sum, { size }) => sum + Number(size), 0));
  log.append(attachmentsChanged, {
    changes: gone.map(({ id, ownerId }) => ({ op: 'remove' as const, ownerId, attachment: { id } })),
    uploadSpaceUsed: await uploadSpaceUsed(tx, organizationId),
  });
}

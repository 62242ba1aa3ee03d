import { attachmentsChanged } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { uploadSpaceUsed } from './attachment-objects.js';
import { uploadPathOf } from './upload-name.js';
import { changeUsage } from './upload-usage.js';

/** Deletes the attachments and logs it for their owners. The files are erased soon after the commit (EraseFiles). */
export async function deleteAttachments(tx: Tx, log: ChangeLog, organizationId: number, ids: readonly number[]): Promise<void> {
  const where = { organizationId, id: { in: [...ids] } };
  const gone = await tx.attachment.findMany({ where, orderBy: { id: 'asc' } });
  if (gone.length === 0) return;
  await tx.attachment.deleteMany({ where });
  const keys = gone.flatMap(({ pathId }) => uploadPathOf(pathId)?.key ?? []);
  await tx.fileToErase.createMany({ data: keys.map((key) => ({ key, organizationId, eraseAfter: new Date() })) });
  await changeUsage(tx, organizationId, -gone.reduce((sum, { size }) => sum + Number(size), 0));
  log.append(attachmentsChanged, {
    changes: gone.map(({ id, ownerId }) => ({ op: 'remove' as const, ownerId, attachment: { id } })),
    uploadSpaceUsed: await uploadSpaceUsed(tx, organizationId),
  });
}

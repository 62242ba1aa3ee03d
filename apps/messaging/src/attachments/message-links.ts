import { type Viewer } from '@parley/access';
import { type AttachmentObject, attachmentsChanged } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { attachmentObjects, attachmentUpdates } from './attachment-objects.repository.js';
import { linkedBy, linkedByAny, linkUploads, unlinkAll, unlinkFrom } from './message-links.repository.js';
import { uploadSpaceUsed } from './upload-space.repository.js';

/**
 * After an edit, the message links the uploads of `paths` (markdown's attachmentPaths) that the editor may read or that it already linked.
 * Logs this for the owners. Returns the editor's own uploads that no message links any more (`detached_uploads`).
 */
export async function relinkMessage(
  tx: Tx,
  log: ChangeLog,
  editor: Viewer,
  { messageId, paths }: { readonly messageId: number; readonly paths: readonly string[] },
): Promise<AttachmentObject[]> {
  const { organizationId } = editor;
  const linkedBefore = await linkedBy(tx, organizationId, messageId);
  if (linkedBefore.length === 0 && paths.length === 0) return [];
  const removed = linkedBefore.filter(({ pathId }) => !paths.includes(pathId)).map(({ id }) => id);
  const detached = await unlinkFrom(tx, organizationId, messageId, removed);
  const added = await linkUploads(tx, editor, messageId, paths);
  await logForOwners(tx, log, organizationId, [...removed, ...added]);
  return attachmentObjects(tx, editor, detached);
}

/**
 * Removes the links of messages that are being deleted, and logs this for the owners of the uploads. Takes at most as many ids as one
 * change deletes.
 */
export async function unlinkMessages(tx: Tx, log: ChangeLog, organizationId: number, messageIds: readonly number[]): Promise<void> {
  const ids = await linkedByAny(tx, organizationId, messageIds);
  if (ids.length === 0) return;
  await unlinkAll(tx, organizationId, messageIds);
  await logForOwners(tx, log, organizationId, ids);
}

async function logForOwners(tx: Tx, log: ChangeLog, organizationId: number, ids: readonly number[]): Promise<void> {
  const changes = await attachmentUpdates(tx, organizationId, ids);
  if (changes.length > 0) log.append(attachmentsChanged, { changes, uploadSpaceUsed: await uploadSpaceUsed(tx, organizationId) });
}

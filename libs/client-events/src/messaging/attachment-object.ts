import type { AttachmentChange } from '@parley/contracts/messaging';
import type { Part } from '../fan-out.js';

/** Only the owner receives changes of their attachments. */
export function attachmentParts(changes: readonly AttachmentChange[], uploadSpaceUsed: number): Part[] {
  return changes.map(({ op, ownerId, attachment }) => ({
    clientType: 'attachment',
    audience: { users: [ownerId] },
    render: () => ({ type: 'attachment', op, attachment, upload_space_used: uploadSpaceUsed }),
  }));
}

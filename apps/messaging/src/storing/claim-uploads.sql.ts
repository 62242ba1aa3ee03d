import { Prisma } from '@parley/persistence';
import { attachmentJson } from '../attachments/attachment-json.sql.js';
import { accessibleUpload } from '../attachments/upload-access.sql.js';
import type { LinkedUploads } from '../composing/compose.js';

/** Parts of the send statement, after `head`. Empty if the message links no upload. */
interface UploadClaims {
  readonly ctes: Prisma.Sql;
  /** Additional properties of the event. */
  readonly event: Prisma.Sql;
}

/**
 * Links the uploads that the sender may read to the message and ignores others. The event notifies senders of their own uploads. The rows
 * are locked after the counter, which avoids deadlocks; an upload that was deleted meanwhile is skipped.
 */
export function claimUploads({ sender, paths }: LinkedUploads): UploadClaims {
  if (paths.length === 0) return { ctes: Prisma.empty, event: Prisma.empty };
  const { organizationId, userId } = sender;
  const thisMessage = Prisma.sql`SELECT head.message_id, head.at FROM head`;
  return {
    ctes: Prisma.sql`, claimed AS (
      UPDATE attachment a SET unclaimed_since = NULL FROM head
      WHERE a.organization_id = ${organizationId} AND a.path_id = ANY (${[...paths]}::text[]) AND ${accessibleUpload(sender)}
      RETURNING a.id, a.owner_id, a.name, a.path_id, a.size, a.created_at
    ), linked AS (
      INSERT INTO attachment_message (attachment_id, message_id, organization_id)
      SELECT claimed.id, head.message_id, ${organizationId} FROM claimed, head
    )`,
    event: Prisma.sql` || jsonb_build_object(
      'uploadSpaceUsed', coalesce((SELECT bytes FROM upload_usage WHERE organization_id = ${organizationId}), 0),
      'attachments', (SELECT coalesce(jsonb_agg(jsonb_build_object(
          'op', 'update', 'ownerId', a.owner_id, 'attachment', ${attachmentJson(sender, thisMessage)}) ORDER BY a.id), '[]')
        FROM claimed a WHERE a.owner_id = ${userId}))`,
  };
}

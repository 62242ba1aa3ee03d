import { Prisma, readable, type Viewer } from '@parley/persistence';

/** Whether the viewer may read the file of `a`, a row of attachment of his organization: his own, and what a message links that he may read. */
export function accessibleUpload(viewer: Viewer): Prisma.Sql {
  return Prisma.sql`(a.owner_id = ${viewer.userId} OR EXISTS (
    SELECT FROM attachment_message l JOIN message m ON m.id = l.message_id AND m.organization_id = ${viewer.organizationId}
    WHERE l.attachment_id = a.id AND ${readable(viewer)}))`;
}

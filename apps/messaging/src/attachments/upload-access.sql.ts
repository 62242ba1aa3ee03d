import { readable, type Viewer } from '@parley/access';
import { Prisma } from '@parley/persistence';

/**
 * Whether the viewer may read the file of `a`, a row of attachment in their organization: it is their own, or a message that they may read
 * links it.
 */
export function accessibleUpload(viewer: Viewer): Prisma.Sql {
  return Prisma.sql`(a.owner_id = ${viewer.userId} OR EXISTS (
    SELECT FROM attachment_message l JOIN message m ON m.id = l.message_id AND m.organization_id IS NOT DISTINCT FROM ${viewer.organizationId}
    WHERE l.organization_id = ${viewer.organizationId} AND l.attachment_id = a.id AND ${readable(viewer)}))`;
}

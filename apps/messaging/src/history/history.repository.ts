import { readable, type Viewer } from '@parley/access';
import { messageEdit } from '@parley/contracts/messaging';
import { dbInt, firstRow, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';
import type { StoredHistory } from './read-stored-history.js';

const storedRow = z.object({
  senderId: dbInt,
  sentAt: dbInt,
  isDirect: z.boolean(),
  topic: z.string(),
  content: z.string(),
  rendered: z.string(),
  edits: z.array(messageEdit),
});

/** A message with its edits, the newest first; undefined if the viewer may not read it or it does not exist. */
export function readEdits(reader: SqlReader, viewer: Viewer, messageId: number): Promise<Omit<StoredHistory, 'policy'> | undefined> {
  return firstRow(
    reader,
    storedRow,
    Prisma.sql`
    SELECT m.sender_id AS "senderId", floor(extract(epoch FROM m.sent_at))::bigint AS "sentAt", m.conversation_id IS NOT NULL AS "isDirect",
      coalesce(m.topic, '') AS topic, m.content, m.rendered, coalesce(m.edit_history, '[]') AS edits
    FROM message m WHERE m.organization_id IS NOT DISTINCT FROM ${viewer.organizationId} AND m.id = ${messageId}::bigint AND ${readable(viewer)}`,
  );
}

import type { MessageEdit, OrganizationSettingValues } from '@parley/contracts';
import { organizationSettings } from '@parley/contracts';
import { organizationById, Prisma, type Reader, readable, type Viewer } from '@parley/persistence';

/** A message with all that was kept of how it was. */
export interface StoredHistory {
  readonly senderId: number;
  /** Seconds since the epoch. */
  readonly sentAt: number;
  readonly isDirect: boolean;
  readonly topic: string;
  readonly content: string;
  readonly rendered: string;
  /** Newest first. */
  readonly edits: readonly MessageEdit[];
  readonly policy: OrganizationSettingValues['message_edit_history_visibility_policy'];
}

/** Undefined: the viewer may not read the message, or it does not exist. */
export async function readStoredHistory(reader: Reader, viewer: Viewer, messageId: number): Promise<StoredHistory | undefined> {
  const [row] = await reader.$queryRaw<Omit<StoredHistory, 'policy'>[]>(Prisma.sql`
    SELECT m.sender_id AS "senderId", floor(extract(epoch FROM m.sent_at))::float8 AS "sentAt", m.conversation_id IS NOT NULL AS "isDirect",
      coalesce(m.topic, '') AS topic, m.content, m.rendered, coalesce(m.edit_history, '[]') AS edits
    FROM message m WHERE m.organization_id = ${viewer.organizationId} AND m.id = ${messageId}::bigint AND ${readable(viewer)}`);
  if (row === undefined) return undefined;
  const stored = (await organizationById(reader, viewer.organizationId))?.settings ?? {};
  return { ...row, policy: organizationSettings(stored).message_edit_history_visibility_policy };
}

import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { dbInts, dbRole, rows, type SqlReader } from '../rows.js';

const invitationRow = z.object({
  id: z.int(),
  organizationId: z.int(),
  inviterId: z.int(),
  /** Null for a link for many, or for an invitation by the operator. */
  email: z.string().nullable(),
  /** An invitation by the operator can be used once, with any address. Users neither see nor change it. */
  isOfOperator: z.boolean(),
  /** The reusable link by which someone wants to join: this invitation proves their address. Null: a person sent it. */
  parentId: z.int().nullable(),
  role: dbRole,
  channelIds: dbInts,
  groupIds: dbInts,
  includesDefaults: z.boolean(),
  notifiesInviter: z.boolean(),
  welcomeText: z.string().nullable(),
  /** Hexadecimal. */
  nonce: z.string(),
  /** Mails that were requested for it. */
  mailCount: z.int(),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
});

/** An invitation that can still be accepted. */
export type InvitationRecord = Readonly<z.output<typeof invitationRow>>;

/**
 * By id: not ended, not expired by the database's clock, not used up if it is for one user, and by an inviter who is still active. An invitation
 * that proves an address is valid only while the reusable link behind it is.
 */
export function openInvitations(
  reader: SqlReader,
  organizationId: number,
  which: { readonly id?: number; readonly inviterId?: number } = {},
): Promise<InvitationRecord[]> {
  const { id = null, inviterId = null } = which;
  return rows(
    reader,
    invitationRow,
    Prisma.sql`
    SELECT i.id, i.organization_id AS "organizationId", i.inviter_id AS "inviterId", i.email, i.is_of_operator AS "isOfOperator",
      i.parent_id AS "parentId", i.role, i.channel_ids AS "channelIds",
      i.group_ids AS "groupIds", i.includes_defaults AS "includesDefaults", i.notifies_inviter AS "notifiesInviter",
      i.welcome_text AS "welcomeText", encode(i.nonce, 'hex') AS nonce, i.mail_count AS "mailCount", i.created_at AS "createdAt", i.expires_at AS "expiresAt"
    FROM invitation i JOIN user_account u ON u.organization_id = ${organizationId} AND u.id = i.inviter_id AND u.is_active
    WHERE i.organization_id = ${organizationId} AND i.ended_at IS NULL AND (i.expires_at IS NULL OR i.expires_at > now())
      AND (i.email IS NULL AND NOT i.is_of_operator OR NOT EXISTS (SELECT FROM invitation_acceptance a
      WHERE a.organization_id = ${organizationId} AND a.invitation_id = i.id))
      AND (i.parent_id IS NULL OR EXISTS (
        SELECT FROM invitation p WHERE p.id = i.parent_id AND p.organization_id = ${organizationId} AND p.ended_at IS NULL
          AND (p.expires_at IS NULL OR p.expires_at > now())))
      AND (${id}::bigint IS NULL OR i.id = ${id}::bigint) AND (${inviterId}::int IS NULL OR i.inviter_id = ${inviterId}::int)
    ORDER BY i.id`,
  );
}

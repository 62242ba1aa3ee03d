import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Role } from '@parley/contracts';
import { dbInt, onlyRow, Prisma, type Reader, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { InvitationTokens } from './invitation-tokens.js';

/** Too long to guess, even for someone who knows the secret of the tokens. */
const NONCE_BYTES = 16;

/** An address receives at most one invitation of an organization within these hours. */
const MAIL_PAUSE_HOURS = 24;

/** What an accepted invitation grants. */
export interface Offer {
  readonly inviterId: number;
  readonly role: Role;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly includesDefaults: boolean;
  readonly notifiesInviter: boolean;
  readonly welcomeText: string | null;
  /** Null: forever. */
  readonly validMinutes: number | null;
  /** It can be accepted once, with any address. */
  readonly isOfOperator: boolean;
  /** The reusable link by which someone wants to join. Null: a person invites. */
  readonly parentId: number | null;
}

const mailsOfDay = z.object({ all: dbInt, own: dbInt, byLinks: dbInt });
export type MailsOfDay = z.output<typeof mailsOfDay>;

const knownAddress = z.object({ email: z.string(), isActive: z.boolean() });
export type KnownAddress = z.output<typeof knownAddress>;

const insertedInvitation = z.object({ id: z.int(), nonce: z.string() });

const endOfRow = z.object({ inviterId: z.int(), parentId: z.int().nullable() });

const endOfAddressesRow = z.object({ inviterId: z.int() });

const mailRow = z.object({ mailCount: z.int() });

const mailedLatelyRow = z.object({ email: z.string() });

@Injectable()
export class InvitationsRepository {
  constructor(private readonly tokens: InvitationTokens) {}

  /** One invitation for each address, with `mail_count` 1. Null: a reusable link. */
  insert(tx: Tx, organizationId: number, offer: Offer, emails: readonly (string | null)[]): Promise<z.output<typeof insertedInvitation>[]> {
    const nonces = emails.map(() => randomBytes(NONCE_BYTES).toString('hex'));
    const digests = nonces.map((nonce) => this.tokens.digestOf(this.tokens.tokenOf(organizationId, nonce)).toString('hex'));
    return rows(
      tx,
      insertedInvitation,
      Prisma.sql`
        INSERT INTO invitation (organization_id, inviter_id, email, role, channel_ids, group_ids, includes_defaults, notifies_inviter,
          welcome_text, nonce, token_digest, expires_at, mail_count, mailed_at, is_of_operator, parent_id)
        SELECT ${organizationId}, ${offer.inviterId}, made.email, ${offer.role}::smallint, ${[...offer.channelIds]}::int[],
          ${[...offer.groupIds]}::int[], ${offer.includesDefaults}, ${offer.notifiesInviter}, ${offer.welcomeText}, decode(made.nonce, 'hex'),
          decode(made.digest, 'hex'), now() + make_interval(mins => ${offer.validMinutes}::int), (made.email IS NOT NULL)::int,
          CASE WHEN made.email IS NOT NULL THEN now() END, ${offer.isOfOperator}, ${offer.parentId}::int
        FROM unnest(${[...emails]}::text[], ${nonces}::text[], ${digests}::text[]) AS made (email, nonce, digest)
        RETURNING id, encode(nonce, 'hex') AS nonce`,
    );
  }

  /** Invitation mails of the last 24 hours: of the organization, of one inviter, and by reusable links. Never less than the true number. */
  mailsOfDay(reader: Reader, organizationId: number, inviterId: number | null): Promise<MailsOfDay> {
    return onlyRow(
      reader,
      mailsOfDay,
      Prisma.sql`
        SELECT coalesce(sum(mail_count), 0) AS "all",
          coalesce(sum(mail_count) FILTER (WHERE inviter_id = ${inviterId}::int AND parent_id IS NULL), 0) AS own,
          coalesce(sum(mail_count) FILTER (WHERE parent_id IS NOT NULL), 0) AS "byLinks" FROM invitation
        WHERE organization_id = ${organizationId} AND mailed_at > now() - interval '1 day'`,
    );
  }

  /**
   * The addresses that were recently sent an invitation, even if it has ended since. Requires the lock of the organization. `byLink`: looks for mails
   * that prove the address of someone with a reusable link. The two kinds are counted apart, so that the holder of a link cannot block an invitation.
   */
  async mailedLately(tx: Tx, organizationId: number, emails: readonly string[], { byLink = false } = {}): Promise<string[]> {
    const mailed = await rows(
      tx,
      mailedLatelyRow,
      Prisma.sql`
        SELECT given.email FROM unnest(${[...emails]}::text[]) WITH ORDINALITY AS given (email, ordinal)
        WHERE EXISTS (
          SELECT FROM invitation i WHERE i.organization_id = ${organizationId} AND lower(i.email) = lower(given.email)
            AND (i.parent_id IS NOT NULL) = ${byLink} AND i.mailed_at > now() - make_interval(hours => ${MAIL_PAUSE_HOURS}::int))
        ORDER BY given.ordinal`,
    );
    return mailed.map(({ email }) => email);
  }

  /** Returns the number of the mail. */
  async countMail(tx: Tx, organizationId: number, id: number): Promise<number> {
    const { mailCount } = await onlyRow(
      tx,
      mailRow,
      Prisma.sql`
        UPDATE invitation SET mail_count = mail_count + 1, mailed_at = now()
        WHERE id = ${id} AND organization_id = ${organizationId} RETURNING mail_count AS "mailCount"`,
    );
    return mailCount;
  }

  /** Has no effect if it ended already. */
  async end(tx: Tx, organizationId: number, id: number): Promise<void> {
    await tx.invitation.updateMany({ where: { id, organizationId, endedAt: null }, data: { endedAt: new Date() } });
  }

  /** Ends the invitations that people sent to these addresses, because newer ones replace them. Returns their inviters, sorted. */
  async endOfAddresses(tx: Tx, organizationId: number, emails: readonly string[]): Promise<number[]> {
    const ended = await rows(
      tx,
      endOfAddressesRow,
      Prisma.sql`
        UPDATE invitation SET ended_at = now()
        WHERE organization_id = ${organizationId} AND ended_at IS NULL AND parent_id IS NULL
          AND lower(email) IN (SELECT lower(named) FROM unnest(${[...emails]}::text[]) AS named)
        RETURNING inviter_id AS "inviterId"`,
    );
    return ascending(ended);
  }

  /** Ends the invitation links of the operator. */
  async endOfOperator(tx: Tx, organizationId: number): Promise<void> {
    await tx.$executeRaw`
      UPDATE invitation SET ended_at = now() WHERE organization_id = ${organizationId} AND is_of_operator AND ended_at IS NULL`;
  }

  /** Ends all invitations of an address, and this one unless it is a reusable link. Returns the inviters of those that are listed, sorted. */
  async endOf(tx: Tx, organizationId: number, { id, email }: { id: number; email: string }): Promise<number[]> {
    const ended = await rows(
      tx,
      endOfRow,
      Prisma.sql`
        UPDATE invitation SET ended_at = now()
        WHERE organization_id = ${organizationId} AND ended_at IS NULL AND email IS NOT NULL AND (id = ${id} OR lower(email) = lower(${email}))
        RETURNING inviter_id AS "inviterId", parent_id AS "parentId"`,
    );
    return ascending(ended.filter(({ parentId }) => parentId === null));
  }

  /** The invitation of a link, and the organization that it belongs to. */
  async findByToken(reader: Reader, token: string): Promise<{ id: number; organizationId: number } | undefined> {
    const tokenDigest = this.tokens.digestOf(token);
    const found = await reader.invitation.findUnique({ where: { tokenDigest }, select: { organizationId: true, id: true } });
    return found ?? undefined;
  }

  /** The addresses that have an account, in the given order. */
  accountsOf(reader: Reader, organizationId: number, emails: readonly string[]): Promise<KnownAddress[]> {
    return rows(
      reader,
      knownAddress,
      Prisma.sql`
        SELECT given.email, bool_or(u.is_active) AS "isActive" FROM unnest(${[...emails]}::text[]) WITH ORDINALITY AS given (email, ordinal)
        JOIN user_account u ON u.organization_id = ${organizationId}
          AND (lower(u.delivery_email) = lower(given.email) OR lower(u.api_email) = lower(given.email))
        GROUP BY given.email, given.ordinal ORDER BY given.ordinal`,
    );
  }
}

function ascending(ended: readonly { readonly inviterId: number }[]): number[] {
  return [...new Set(ended.map(({ inviterId }) => inviterId))].sort((a, b) => a - b);
}

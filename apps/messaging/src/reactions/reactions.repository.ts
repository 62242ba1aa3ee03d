import { limitedOrganization, received, strangersTo, type Viewer } from '@parley/access';
import { type Caller, FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import { type MessageWatchers, REACTION_TYPES, type ReactingUser, type Strangers } from '@parley/contracts/messaging';
import type { ResolvedEmoji } from '@parley/markdown';
import { dbInt, onlyRow, PREPARED, Prisma, rows, type Tx } from '@parley/persistence';
import type { OrganizationAddresses } from '@parley/runtime';
import { z } from 'zod';

/** The user who reacts as events show them, and the readers who may not see them. */
export interface ShownReaction {
  readonly user: ReactingUser;
  readonly strangers?: Strangers;
}

const shownRow = z.object({ email: z.string(), fullName: z.string(), stringId: z.string(), isLimited: z.boolean() });

/** One statement if guests see everyone, otherwise two. Must be called under the counter of the organization. */
export async function readShownReaction(
  tx: Tx,
  caller: Caller,
  audiences: readonly MessageWatchers[],
  addresses: OrganizationAddresses,
): Promise<ShownReaction> {
  const { organizationId, userId } = caller;
  const row = await onlyRow(
    tx,
    shownRow,
    Prisma.sql`
    ${PREPARED} SELECT u.api_email AS email, u.full_name AS "fullName", o.string_id AS "stringId",
      EXISTS (${limitedOrganization(organizationId)}) AS "isLimited"
    FROM user_account u JOIN organization o ON o.id = u.organization_id
    WHERE u.organization_id = ${organizationId} AND u.id = ${userId}`,
  );
  const user = { email: row.email, full_name: row.fullName, user_id: userId };
  if (!row.isLimited) return { user };
  const channelId = audiences.find((part) => part.channelId !== null)?.channelId ?? null;
  const readers = { channelId, userIds: audiences.flatMap(({ userIds }) => userIds) };
  const people = await strangersTo(tx, organizationId, readers, [userId]);
  return people.length === 0 ? { user } : { user, strangers: { host: addresses.mailDomain(row.stringId), people } };
}

const foundReactions = z.object({ name: z.string().nullable(), isOwn: z.boolean().nullable(), emoji: dbInt });

/** The name of the emoji on the message, if it is there, whether the caller reacted with it, and how many different emoji the message has. */
export async function findReactions(
  tx: Tx,
  caller: Caller,
  messageId: number,
  { code, type }: ResolvedEmoji,
): Promise<{ readonly there: { readonly name: string; readonly isOwn: boolean } | undefined; readonly emojiCount: number }> {
  const { organizationId, userId } = caller;
  const { name, isOwn, emoji } = await onlyRow(
    tx,
    foundReactions,
    Prisma.sql`
    ${PREPARED} SELECT (array_agg(emoji_name ORDER BY id) FILTER (WHERE reaction_type = ${type} AND emoji_code = ${code}))[1] AS name,
      bool_or(user_id = ${userId}) FILTER (WHERE reaction_type = ${type} AND emoji_code = ${code}) AS "isOwn",
      count(DISTINCT (reaction_type, emoji_code)) AS emoji
    FROM reaction WHERE organization_id = ${organizationId} AND message_id = ${messageId}`,
  );
  return { there: name === null ? undefined : { name, isOwn: isOwn === true }, emojiCount: emoji };
}

/** A message that the user did not receive enters their history with the reaction. */
export async function writeReaction(tx: Tx, viewer: Viewer, messageId: number, { name, code, type }: ResolvedEmoji): Promise<void> {
  const { userId, organizationId } = viewer;
  await tx.$executeRaw(Prisma.sql`
    ${PREPARED} WITH added AS (
      INSERT INTO reaction (organization_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
      VALUES (${organizationId}, ${messageId}, ${userId}, ${name}, ${code}, ${type})
    ), marked AS (
      UPDATE message SET attrs = attrs | ${MESSAGE_ATTRS.hasReaction}
      WHERE id = ${messageId} AND organization_id = ${organizationId} AND attrs & ${MESSAGE_ATTRS.hasReaction} = 0
    )
    INSERT INTO message_flag (user_id, organization_id, message_id, flags)
    SELECT ${userId}, ${organizationId}, m.id, ${FLAG_BITS.read | FLAG_BITS.historical}
    FROM message m WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.id = ${messageId} AND NOT ${received(viewer)}
    ON CONFLICT DO NOTHING`);
}

const ownReaction = z.object({ id: dbInt, name: z.string(), code: z.string(), type: z.enum(REACTION_TYPES) });
export type OwnReaction = z.infer<typeof ownReaction>;

/** The caller's reactions to the message, the oldest first. */
export function ownReactions(tx: Tx, caller: Caller, messageId: number): Promise<OwnReaction[]> {
  const { organizationId, userId } = caller;
  return rows(
    tx,
    ownReaction,
    Prisma.sql`
    ${PREPARED} SELECT id, emoji_name AS name, emoji_code AS code, reaction_type AS type FROM reaction
    WHERE organization_id = ${organizationId} AND message_id = ${messageId} AND user_id = ${userId} ORDER BY id`,
  );
}

export async function deleteReaction(tx: Tx, organizationId: number, messageId: number, reactionId: number): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    ${PREPARED} WITH removed AS (DELETE FROM reaction WHERE organization_id = ${organizationId} AND id = ${reactionId})
    UPDATE message SET attrs = attrs & ~${MESSAGE_ATTRS.hasReaction}::int
    WHERE organization_id = ${organizationId} AND id = ${messageId} AND NOT EXISTS (SELECT FROM reaction
      WHERE organization_id = ${organizationId} AND message_id = ${messageId} AND id <> ${reactionId})`);
}

import { type Caller, ROLES } from '@parley/contracts';
import { type MessageFacts, withoutNames } from '@parley/contracts/messaging';
import { ORGANIZATION_SETTINGS, type OrganizationSettingValues } from '@parley/contracts/organization';
import { dbInt, dbInts, organizationSettingSql, PREPARED, Prisma, rows, type Select, type SqlReader, select } from '@parley/persistence';
import { z } from 'zod';
import { membershipOf } from '../groups/group-membership.sql.js';
import { knownPerson } from '../people/users.js';
import { flagBits, flagJoin, isSpectator, readable, type Viewer } from './message-visibility.sql.js';
import { messagesById } from './messages-by-id.sql.js';

/** The sender of a message, with everything that their avatar URL depends on. */
export interface MessageSender {
  readonly id: number;
  readonly organizationId: number;
  readonly email: string;
  readonly fullName: string;
  readonly deliveryEmail: string;
  readonly emailAddressVisibility: number;
  readonly avatarSource: string;
  readonly avatarVersion: number;
  /** What is hidden from the reader. */
  readonly hides?: 'everything' | 'address';
}

type EditHistoryPolicy = OrganizationSettingValues['message_edit_history_visibility_policy'];

/** A message as one user sees it. */
export interface PersonalMessage {
  readonly facts: Omit<MessageFacts, 'sender'>;
  readonly sender: MessageSender;
  readonly flagBits: number;
  /** message_edit_history_visibility_policy of the organization. */
  readonly editPolicy: EditHistoryPolicy;
}

const viewerRow = z.object({ group_id: z.int() });

/** The properties of this user that access depends on. */
export async function readViewer(reader: SqlReader, caller: ViewingCaller): Promise<Viewer> {
  const { row, statement } = selectGroupsOfViewer(caller);
  return viewerOf(caller, await rows(reader, row, Prisma.sql`${PREPARED} ${statement}`));
}

type ViewingCaller = Pick<Caller, 'organizationId' | 'userId' | 'role'>;

/** The rows of `viewerOf`. */
export function selectGroupsOfViewer(caller: ViewingCaller): Select<typeof viewerRow> {
  const { organizationId, userId } = caller;
  return select(
    viewerRow,
    Prisma.sql`
    WITH RECURSIVE person AS (
      SELECT u.id, u.role, u.joined_at FROM user_account u WHERE u.organization_id = ${organizationId} AND u.id = ${userId}
    ), membership (user_id, group_id) AS (${membershipOf(organizationId, Prisma.sql`person`)})
    SELECT group_id FROM membership`,
  );
}

export function viewerOf({ organizationId, userId, role }: ViewingCaller, groups: readonly z.output<typeof viewerRow>[]): Viewer {
  return { organizationId, userId, isGuest: role === ROLES.guest, groupIds: groups.map((row) => row.group_id) };
}

/** JSON that the statement builds, or that this service stored. Pages have thousands of such values, so their content is not checked again. */
const json = <T>() => z.custom<T>();

const messageRow = z.object({
  id: dbInt,
  sent_at: z.date(),
  attrs: z.int(),
  topic: z.string().nullable(),
  content: z.string(),
  rendered: z.string(),
  client_name: z.string(),
  edit_history: json<MessageFacts['editHistory'] | null>(),
  edit_policy: ORGANIZATION_SETTINGS.message_edit_history_visibility_policy.schema,
  last_edited_at: z.date().nullable(),
  last_moved_at: z.date().nullable(),
  channel_id: z.int().nullable(),
  channel_name: z.string().nullable(),
  conversation_id: dbInt.nullable(),
  participants: json<{ id: number; email: string; fullName: string }[] | null>(),
  reactions: json<MessageFacts['reactions'] | null>(),
  submessages: json<MessageFacts['submessages'] | null>(),
  flag_bits: z.int(),
  string_id: z.string(),
  sender_id: z.int(),
  api_email: z.string(),
  full_name: z.string(),
  delivery_email: z.string(),
  email_address_visibility: z.int(),
  avatar_source: z.string(),
  avatar_version: z.int(),
  strangers: dbInts,
});
type Row = z.output<typeof messageRow>;

/**
 * The messages among these that the viewer may read, ascending, with their flags, in one statement. Texts do not name users whom the
 * viewer may not see.
 */
export async function readMessages(reader: SqlReader, viewer: Viewer, ids: readonly number[]): Promise<PersonalMessage[]> {
  if (ids.length === 0) return [];
  const found = await rows(
    reader,
    messageRow,
    Prisma.sql`
    ${PREPARED} WITH requested AS (
      SELECT m.* FROM ${messagesById(viewer.organizationId, ids)} WHERE ${readable(viewer)}
    ), participants AS (
      SELECT p.conversation_id, json_agg(json_build_object('id', u.id, 'email', u.api_email, 'fullName', u.full_name) ORDER BY u.id) AS people
      FROM conversation_participant p JOIN user_account u ON u.organization_id = ${viewer.organizationId} AND u.id = p.user_id
      WHERE p.organization_id = ${viewer.organizationId} AND p.conversation_id IN (SELECT conversation_id FROM requested WHERE conversation_id IS NOT NULL)
      GROUP BY p.conversation_id
    ), reactions AS (
      SELECT r.message_id, json_agg(json_build_object('emoji_name', r.emoji_name, 'emoji_code', r.emoji_code,
        'reaction_type', r.reaction_type, 'user_id', r.user_id) ORDER BY r.id) AS list
      FROM reaction r
        WHERE r.organization_id = ${viewer.organizationId} AND r.message_id IN (SELECT id FROM requested) GROUP BY r.message_id
    ), submessages AS (
      SELECT s.message_id, json_agg(json_build_object('id', s.id, 'msg_type', s.msg_type, 'content', s.content,
        'message_id', s.message_id, 'sender_id', s.sender_id) ORDER BY s.id) AS list
      FROM submessage s
        WHERE s.organization_id = ${viewer.organizationId} AND s.message_id IN (SELECT id FROM requested) GROUP BY s.message_id
    )${strangersCte(viewer)}
    SELECT m.id, m.sent_at, m.attrs, m.topic, m.content, m.rendered, m.client_name, m.edit_history, m.last_edited_at, m.last_moved_at,
      m.channel_id, c.name AS channel_name, m.conversation_id, participants.people AS participants, reactions.list AS reactions,
      submessages.list AS submessages, ${organizationSettingSql('message_edit_history_visibility_policy', Prisma.sql`o.settings`)} AS edit_policy,
      ${flagBits(viewer)} AS flag_bits, o.string_id, m.sender_id, u.api_email, u.full_name, u.delivery_email, u.email_address_visibility,
      u.avatar_source, u.avatar_version, ${mayMeetStrangers(viewer) ? Prisma.sql`ARRAY(SELECT id FROM stranger)` : Prisma.sql`'{}'::int[]`} AS strangers
    FROM requested m
    JOIN organization o ON o.id = m.organization_id
    JOIN user_account u ON u.organization_id = ${viewer.organizationId} AND u.id = m.sender_id
    LEFT JOIN channel c ON c.organization_id = ${viewer.organizationId} AND c.id = m.channel_id
    LEFT JOIN participants ON participants.conversation_id = m.conversation_id
    LEFT JOIN reactions ON reactions.message_id = m.id
    LEFT JOIN submessages ON submessages.message_id = m.id
    ${flagJoin(viewer)}
    ORDER BY m.id`,
  );
  const strangers = new Set(found[0]?.strangers);
  return found.map((row) => ({
    facts: withoutStrangers(factsOf(row), strangers),
    sender: { ...senderOf(viewer.organizationId, row), ...hiddenOf(viewer, row.sender_id, strangers) },
    flagBits: row.flag_bits,
    editPolicy: row.edit_policy,
  }));
}

/** Only guests can read messages of users whom they may not see. */
function mayMeetStrangers(viewer: Viewer): boolean {
  return viewer.isGuest && !isSpectator(viewer);
}

/** `stranger`: those senders and mentioned users whom the viewer may not see. */
function strangersCte(viewer: Viewer): Prisma.Sql {
  if (!mayMeetStrangers(viewer)) return Prisma.empty;
  const mentioned = (text: Prisma.Sql) => Prisma.sql`(regexp_matches(${text}, 'data-user-id=\\\\?"(\\d+)', 'g'))[1]::bigint`;
  return Prisma.sql`, stranger AS (
      SELECT u.id FROM user_account u
      WHERE u.organization_id = ${viewer.organizationId} AND NOT ${knownPerson(viewer)} AND u.id IN (
        SELECT sender_id FROM requested UNION SELECT ${mentioned(Prisma.sql`rendered`)} FROM requested
        UNION SELECT ${mentioned(Prisma.sql`edit_history::text`)} FROM requested)
    )`;
}

function withoutStrangers(facts: Omit<MessageFacts, 'sender'>, strangers: ReadonlySet<number>): Omit<MessageFacts, 'sender'> {
  if (strangers.size === 0) return facts;
  const edits = facts.editHistory?.map((edit) => ({
    ...edit,
    ...(edit.prev_rendered_content !== undefined && { prev_rendered_content: withoutNames(edit.prev_rendered_content, strangers) }),
  }));
  return { ...facts, rendered: withoutNames(facts.rendered, strangers), ...(edits && { editHistory: edits }) };
}

function hiddenOf(viewer: Viewer, senderId: number, strangers: ReadonlySet<number>): Pick<MessageSender, 'hides'> {
  if (isSpectator(viewer)) return { hides: 'address' };
  return strangers.has(senderId) ? { hides: 'everything' } : {};
}

function senderOf(organizationId: number, row: Row): MessageSender {
  return {
    id: row.sender_id,
    organizationId,
    email: row.api_email,
    fullName: row.full_name,
    deliveryEmail: row.delivery_email,
    emailAddressVisibility: row.email_address_visibility,
    avatarSource: row.avatar_source,
    avatarVersion: row.avatar_version,
  };
}

function factsOf(row: Row): Omit<MessageFacts, 'sender'> {
  return {
    id: row.id,
    sentAt: seconds(row.sent_at),
    organizationStringId: row.string_id,
    clientName: row.client_name,
    content: row.content,
    rendered: row.rendered,
    attrs: row.attrs,
    recipient: recipientOf(row),
    ...(row.reactions && { reactions: row.reactions }),
    ...(row.submessages && { submessages: row.submessages }),
    ...(row.edit_history && { editHistory: row.edit_history }),
    ...(row.last_edited_at && { lastEditedAt: seconds(row.last_edited_at) }),
    ...(row.last_moved_at && { lastMovedAt: seconds(row.last_moved_at) }),
  };
}

function recipientOf(row: Row): MessageFacts['recipient'] {
  if (row.channel_id !== null && row.channel_name !== null && row.topic !== null) {
    return { kind: 'channel', channelId: row.channel_id, channelName: row.channel_name, topic: row.topic };
  }
  return { kind: 'direct', conversationId: row.conversation_id ?? 0, participants: row.participants ?? [] };
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

import { dbInt, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

/** Rows that are read at once. */
const PAGE = 500;
/** Rows with lists of people that are read at once. One list may have 100,000 people. */
const PAGE_OF_LISTS = 20;
/** The most bytes of message text in a page, and of what belongs to these messages. Only a page with a single message may exceed it. */
export const PAGE_BYTES = 4_194_304;
/** About what a line needs without its text. */
const LINE_BYTES = 200;
/** Of `email_address_visibility`: no one sees the real address. */
const NO_ONE = 4;

const lineRow = z.object({ id: z.int(), line: z.string() });
export type Line = z.output<typeof lineRow>;

/** A page of rows as JSON, after an id. It is empty after the last one. The text is not parsed. */
function page(reader: SqlReader, select: Prisma.Sql, most = PAGE): Promise<Line[]> {
  return rows(reader, lineRow, Prisma.sql`SELECT r.id, row_to_json(r)::text AS line FROM (${select} LIMIT ${most}) r`);
}

/** Without passwords, keys and settings. */
export function peopleAfter(reader: SqlReader, organizationId: number, after: number): Promise<Line[]> {
  return page(
    reader,
    Prisma.sql`
    SELECT u.id, u.full_name, CASE WHEN u.email_address_visibility = ${NO_ONE} THEN u.api_email ELSE u.delivery_email END AS email,
      u.role, u.is_active, u.is_bot, u.bot_owner_id, u.timezone, u.joined_at
    FROM user_account u WHERE u.organization_id = ${organizationId} AND u.id > ${after} ORDER BY u.id`,
  );
}

/** Groups with a name, and who is directly in them. */
export function groupsAfter(reader: SqlReader, organizationId: number, after: number): Promise<Line[]> {
  return page(
    reader,
    Prisma.sql`
    SELECT g.id, g.name, g.description, g.is_system_group, g.is_deactivated,
      ARRAY(SELECT m.user_id FROM user_group_member m WHERE m.organization_id = ${organizationId} AND m.group_id = g.id ORDER BY 1) AS members,
      ARRAY(SELECT s.subgroup_id FROM user_group_subgroup s WHERE s.organization_id = ${organizationId} AND s.group_id = g.id ORDER BY 1) AS subgroups
    FROM user_group g WHERE g.organization_id = ${organizationId} AND g.name IS NOT NULL AND g.id > ${after} ORDER BY g.id`,
    PAGE_OF_LISTS,
  );
}

/** People whose private data is exported: none in a public export. */
export type Consenting = readonly number[];

/** Channels of which messages can be exported, with their subscribers. */
export function channelsAfter(reader: SqlReader, organizationId: number, consenting: Consenting, after: number): Promise<Line[]> {
  return page(
    reader,
    Prisma.sql`
    SELECT c.id, c.name, c.description, c.is_private, c.is_web_public, c.history_public_to_subscribers, c.is_archived, c.creator_id, c.created_at,
      ARRAY(SELECT b.user_id FROM subscription b WHERE b.organization_id = ${organizationId} AND b.channel_id = c.id AND b.active ORDER BY 1) AS subscribers
    FROM channel c WHERE c.organization_id = ${organizationId} AND c.id > ${after}
      AND (NOT c.is_private OR ${isIn(organizationId, consenting, Prisma.sql`c.id`)}) ORDER BY c.id`,
    PAGE_OF_LISTS,
  );
}

export function emojiAfter(reader: SqlReader, organizationId: number, after: number): Promise<Line[]> {
  return page(
    reader,
    Prisma.sql`
    SELECT e.id, e.name, e.author_id, e.is_deactivated FROM realm_emoji e
    WHERE e.organization_id = ${organizationId} AND e.id > ${after} ORDER BY e.id`,
  );
}

/** Whether a consenting person is subscribed to the channel. */
function isIn(organizationId: number, consenting: Consenting, channelId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM subscription s WHERE s.organization_id = ${organizationId} AND s.channel_id = ${channelId}
    AND s.user_id = ANY (${[...consenting]}::int[]) AND s.active)`;
}

/**
 * Whether the message `m` is exported: everyone but guests may read it, or a consenting person may. It must agree with `readable` of libs/access
 * (message-visibility.sql.ts).
 */
function isExported(organizationId: number, consenting: Consenting): Prisma.Sql {
  const people = Prisma.sql`${[...consenting]}::int[]`;
  return Prisma.sql`CASE WHEN m.channel_id IS NULL THEN EXISTS (SELECT FROM conversation_participant p
      WHERE p.organization_id = ${organizationId} AND p.conversation_id = m.conversation_id AND p.user_id = ANY (${people}))
    ELSE EXISTS (SELECT FROM channel c WHERE c.organization_id = ${organizationId} AND c.id = m.channel_id AND (NOT c.is_private
      OR EXISTS (SELECT FROM subscription b WHERE b.organization_id = ${organizationId} AND b.channel_id = c.id AND b.user_id = ANY (${people}) AND b.active
        AND (c.history_public_to_subscribers OR EXISTS (SELECT FROM subscription_span s
          WHERE s.organization_id = ${organizationId} AND s.user_id = b.user_id AND s.channel_id = c.id
            AND coalesce(m.moved_at_id, m.id) > s.after_id AND coalesce(m.moved_at_id, m.id) <= s.until_id))))) END`;
}

const messageRow = z.object({ id: dbInt, sentAt: z.string(), line: z.string().nullable() });
export interface Place {
  readonly sentAt: string;
  readonly id: number;
}
/** Before the first message. */
export const BEGIN: Place = { sentAt: '-infinity', id: 0 };
export interface MessageLine extends Place {
  /** Null if it is not exported. */
  readonly line: string | null;
}

/** The next messages in the order of their times. Those that are not exported have a null line, so that only an empty page means the end. */
export function messagesAfter(
  reader: SqlReader,
  organizationId: number,
  consenting: Consenting,
  { sentAt, id }: Place,
): Promise<MessageLine[]> {
  return rows(
    reader,
    messageRow,
    Prisma.sql`
    WITH next AS MATERIALIZED (
      SELECT n.id, n.sent_at, octet_length(n.content) + octet_length(n.rendered) AS bytes FROM message n
      WHERE n.organization_id = ${organizationId} AND (n.sent_at, n.id) > (${sentAt}::timestamptz, ${id}::bigint)
      ORDER BY n.organization_id, n.sent_at, n.id LIMIT ${PAGE}
    ), page AS MATERIALIZED (
      SELECT next.id, row_number() OVER until AS place, sum(next.bytes) OVER until AS bytes FROM next WINDOW until AS (ORDER BY next.sent_at, next.id)
    )
    SELECT m.id, m.sent_at::text AS "sentAt", CASE WHEN ${isExported(organizationId, consenting)} THEN (SELECT row_to_json(r)::text FROM (
      SELECT m.id, m.sender_id, m.sent_at, m.channel_id, m.topic, (SELECT string_to_array(d.participant_key, ',')::int[] FROM conversation d
        WHERE d.organization_id = ${organizationId} AND d.id = m.conversation_id) AS participants,
        m.content, m.rendered, m.last_edited_at, m.last_moved_at, m.client_name) r) END AS line
    FROM page JOIN message m ON m.organization_id = ${organizationId} AND m.id = page.id
    WHERE page.place = 1 OR page.bytes <= ${PAGE_BYTES} ORDER BY page.place`,
  );
}

const sizeRow = z.object({ id: dbInt, bytes: dbInt });

/** About how many bytes the reactions, submessages and attachments of each message need. */
export function sizesOf(reader: SqlReader, organizationId: number, ids: readonly number[]): Promise<z.output<typeof sizeRow>[]> {
  return rows(
    reader,
    sizeRow,
    Prisma.sql`
    SELECT given.id, ${LINE_BYTES}
      * ((SELECT count(*) FROM reaction x WHERE x.organization_id = ${organizationId} AND x.message_id = given.id)
        + (SELECT count(*) FROM attachment_message l WHERE l.organization_id = ${organizationId} AND l.message_id = given.id))
      + (SELECT coalesce(sum(octet_length(x.content) + ${LINE_BYTES}), 0)::bigint FROM submessage x
        WHERE x.organization_id = ${organizationId} AND x.message_id = given.id) AS bytes
    FROM unnest(${[...ids]}::bigint[]) AS given (id)`,
  );
}

const textRow = z.object({ line: z.string() });

async function linesOfMessages(reader: SqlReader, select: Prisma.Sql): Promise<string[]> {
  const found = await rows(reader, textRow, Prisma.sql`SELECT row_to_json(r)::text AS line FROM (${select}) r`);
  return found.map(({ line }) => line);
}

export function reactionsTo(reader: SqlReader, organizationId: number, ids: readonly number[]): Promise<string[]> {
  return linesOfMessages(
    reader,
    Prisma.sql`
    SELECT x.message_id, x.user_id, x.emoji_name, x.emoji_code, x.reaction_type FROM reaction x
    WHERE x.organization_id = ${organizationId} AND x.message_id = ANY (${[...ids]}::bigint[]) ORDER BY x.message_id, x.id`,
  );
}

/** Votes in polls and the like. */
export function submessagesOf(reader: SqlReader, organizationId: number, ids: readonly number[]): Promise<string[]> {
  return linesOfMessages(
    reader,
    Prisma.sql`
    SELECT x.message_id, x.sender_id, x.msg_type, x.content FROM submessage x
    WHERE x.organization_id = ${organizationId} AND x.message_id = ANY (${[...ids]}::bigint[]) ORDER BY x.message_id, x.id`,
  );
}

const attachmentRow = z.object({ id: z.int(), pathId: z.string(), line: z.string() });

/** The files that these messages link. */
export function attachmentsOf(
  reader: SqlReader,
  organizationId: number,
  ids: readonly number[],
): Promise<z.output<typeof attachmentRow>[]> {
  return rows(
    reader,
    attachmentRow,
    Prisma.sql`
    SELECT a.id, a.path_id AS "pathId", (SELECT row_to_json(r)::text FROM (
      SELECT a.id, a.owner_id, a.path_id, a.name, a.size, a.created_at) r) AS line
    FROM attachment a WHERE a.organization_id = ${organizationId} AND a.id IN (SELECT l.attachment_id FROM attachment_message l
      WHERE l.organization_id = ${organizationId} AND l.message_id = ANY (${[...ids]}::bigint[])) ORDER BY a.id`,
  );
}

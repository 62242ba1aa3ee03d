import { inSystemGroup, knownPerson } from '@parley/access';
import { type Caller, ROLES } from '@parley/contracts';
import { channelNameKey } from '@parley/contracts/channels';
import {
  constant,
  type Guarded,
  hasShape,
  isBoolean,
  isJsonInt,
  isListOf,
  isNullOr,
  isText,
  onlyRow,
  organizationSettingSql,
  PREPARED,
  Prisma,
  type SqlReader,
  userSettingSql,
} from '@parley/persistence';
import { z } from 'zod';
import { DAILY_LIMIT, TODAY } from '../daily-limit/daily-limit.sql.js';
import type { Addressee } from '../destinations/addressee.js';
import {
  type DestinationContext,
  destinationContextOf,
  destinationCtes,
  destinationJson,
  isStoredDestination,
  peopleViewer,
} from '../destinations/destination-context.repository.js';
import { type LocalId, messageSentWith } from '../local-ids/local-ids.repository.js';
import type { MentionedNames } from './mentioned-names.js';

const NAMED = { id: isJsonInt, name: isText };

/** What the rendering of a text depends on: settings of the organization and the writer, and what the names in the text stand for. */
const isTextContext = hasShape({
  /** In the order in which they are applied. */
  linkifiers: isListOf(hasShape({ pattern: isText, urlTemplate: isText })),
  previewsMedia: isBoolean,
  defaultCodeLanguage: isText,
  translateEmoticons: isBoolean,
  /** Accounts that the text may mention. `isBot`: an active bot, other than the bots of the suite itself. */
  users: isListOf(hasShape({ ...NAMED, isBot: isBoolean })),
  groups: isListOf(
    hasShape({
      ...NAMED,
      isSystemGroup: isBoolean,
      /** Group that may mention it; null for everyone. */
      canMentionGroup: isNullOr(isJsonInt),
      memberIds: isListOf(isJsonInt),
      /** The members that are active bots, other than the bots of the suite itself. */
      botIds: isListOf(isJsonInt),
    }),
  ),
  /** Channels that the text may mention and the writer may read. */
  channels: isListOf(hasShape(NAMED)),
  /** Custom emoji that the text may contain. */
  customEmoji: isListOf(hasShape({ ...NAMED, organizationId: isJsonInt, file: isText, stillFile: isNullOr(isText) })),
});
export type TextContext = Guarded<typeof isTextContext>;

const isStoredContext = hasShape({
  destination: isStoredDestination,
  text: isTextContext,
  /** Senders and reactors in the topic, if the text may mention them. */
  topicParticipants: isListOf(isJsonInt),
  /** The message that was sent before with the same local id. */
  repeatOf: isNullOr(isJsonInt),
  /** Grows with every change of the organization's alert words; 0 if there never were any. */
  alertWordsVersion: isJsonInt,
  /** The sender's automatically_follow_topics_policy. */
  followPolicy: isJsonInt,
  /** The sender's automatically_unmute_topics_in_muted_streams_policy. */
  unmutePolicy: isJsonInt,
  /** The quota of messages on a day, and how many were stored today; 0 without a quota. */
  daily: hasShape({ limit: isNullOr(isJsonInt), sent: isJsonInt }),
});
type StoredContext = Guarded<typeof isStoredContext>;

/** Everything that composing a message with this text for this destination depends on. */
export interface ComposeContext extends Omit<StoredContext, 'destination'> {
  readonly destination: DestinationContext;
}

/** What the context is read for: the destination, the names in the text, and the local id. */
export interface TextToCompose {
  readonly to: Addressee;
  readonly names: MentionedNames;
  readonly localId?: LocalId | null;
}

// Made once, because they are the same in every statement.
const FOLLOW_POLICY = userSettingSql('automatically_follow_topics_policy', Prisma.sql`own.values`);
const UNMUTE_POLICY = userSettingSql('automatically_unmute_topics_in_muted_streams_policy', Prisma.sql`own.values`);
const TRANSLATE_EMOTICONS = userSettingSql('translate_emoticons', Prisma.sql`own.values`);
const PREVIEWS_MEDIA = organizationSettingSql('inline_image_preview', Prisma.sql`o.settings`);
const CODE_LANGUAGE = organizationSettingSql('default_code_block_language', Prisma.sql`o.settings`);

const contextRow = z.object({ context: z.custom<StoredContext>(isStoredContext) });

/** Everything that sending or editing a message needs to decide and to render, in one statement. */
export async function readComposeContext(
  reader: SqlReader,
  caller: Caller,
  { to, names, localId = null }: TextToCompose,
): Promise<ComposeContext> {
  const { organizationId, userId } = caller;
  const { context } = await onlyRow(
    reader,
    contextRow,
    Prisma.sql`
    ${PREPARED} WITH RECURSIVE ${destinationCtes(caller, to)}
    SELECT json_build_object(
      'destination', ${destinationJson(caller, to)},
      'text', ${textJson(caller, names)},
      'topicParticipants', ${topicParticipants(names, caller.organizationId)},
      'repeatOf', ${messageSentWith(organizationId, userId, localId)},
      'alertWordsVersion', coalesce((SELECT v.version FROM alert_word_version v WHERE v.organization_id = o.id), 0),
      'followPolicy', ${FOLLOW_POLICY},
      'unmutePolicy', ${UNMUTE_POLICY},
      'daily', json_build_object('limit', ${DAILY_LIMIT}, 'sent', CASE WHEN ${DAILY_LIMIT} IS NULL THEN 0 ELSE coalesce((
        SELECT c.messages_of_day FROM organization_counter c
        WHERE c.organization_id = o.id AND c.message_day >= ${TODAY}), 0) END)
    ) AS context
    FROM organization o LEFT JOIN user_settings own ON own.organization_id = o.id AND own.user_id = ${userId} WHERE o.id = ${organizationId}`,
  );
  return { ...context, destination: destinationContextOf(context.destination) };
}

const textRow = z.object({ text: z.custom<TextContext>(isTextContext) });

/** For a text that is only rendered. */
export async function readTextContext(reader: SqlReader, caller: Caller, names: MentionedNames): Promise<TextContext> {
  const { text } = await onlyRow(
    reader,
    textRow,
    Prisma.sql`
    ${PREPARED} SELECT ${textJson(caller, names)} AS text
    FROM organization o LEFT JOIN user_settings own ON own.organization_id = o.id AND own.user_id = ${caller.userId} WHERE o.id = ${caller.organizationId}`,
  );
  return text;
}

/** A text context, from the organization `o` and the settings `own` of the writer. */
function textJson(caller: Caller, names: MentionedNames): Prisma.Sql {
  return Prisma.sql`json_build_object(
      'linkifiers', (SELECT coalesce(json_agg(json_build_object('pattern', l.pattern, 'urlTemplate', l.url_template) ORDER BY l.place, l.id), '[]')
        FROM linkifier l WHERE l.organization_id = o.id),
      'previewsMedia', ${PREVIEWS_MEDIA},
      'defaultCodeLanguage', ${CODE_LANGUAGE},
      'translateEmoticons', ${TRANSLATE_EMOTICONS},
      'users', ${namedUsers(names, caller)},
      'groups', ${namedGroups(names)},
      'channels', ${namedChannels(names, caller)},
      'customEmoji', ${namedEmoji(names)})`;
}

function topicParticipants({ topicWildcard }: MentionedNames, organizationId: number): Prisma.Sql {
  if (!topicWildcard) return Prisma.sql`ARRAY[]::int[]`;
  return Prisma.sql`ARRAY(
        SELECT m.sender_id FROM message m JOIN target_topic t ON m.topic_id = t.id WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId}
        UNION SELECT r.user_id FROM reaction r JOIN message m ON m.id = r.message_id
          AND m.organization_id IS NOT DISTINCT FROM ${organizationId} JOIN target_topic t ON m.topic_id = t.id
        WHERE r.organization_id = ${organizationId})`;
}

const isActiveBot = Prisma.sql`u.is_bot AND u.is_active AND NOT u.is_system_bot`;

// Most messages mention no one, so most statements omit these subqueries, which take longer to plan than the rest.

function namedUsers({ userIds, userNames }: MentionedNames, caller: Caller): Prisma.Sql {
  if (userIds.length + userNames.length === 0) return Prisma.sql`'[]'::json`;
  const viewer = peopleViewer(caller);
  return Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.full_name,
      'isBot', ${isActiveBot})), '[]') FROM user_account u
    WHERE u.organization_id = o.id AND (u.id = ANY (${[...userIds]}::bigint[])
      OR lower(u.full_name) = ANY (ARRAY(SELECT lower(name) FROM unnest(${[...userNames]}::text[]) AS name)))${viewer.isGuest ? Prisma.sql` AND ${knownPerson(viewer)}` : Prisma.empty})`;
}

/** With all their members, also through subgroups and system groups. */
function namedGroups({ groupNames }: MentionedNames): Prisma.Sql {
  if (groupNames.length === 0) return Prisma.sql`'[]'::json`;
  return Prisma.sql`(
    WITH RECURSIVE named AS (
      SELECT * FROM user_group g WHERE g.organization_id = o.id AND NOT g.is_deactivated
        AND lower(g.name) = ANY (ARRAY(SELECT lower(name) FROM unnest(${[...groupNames]}::text[]) AS name))
    ), part (root, id) AS (
      SELECT id, id FROM named UNION SELECT part.root, sub.subgroup_id FROM part JOIN user_group_subgroup sub
        ON sub.organization_id = o.id AND sub.group_id = part.id
    ), holds (root, user_id) AS (
      SELECT part.root, member.user_id FROM part JOIN user_group_member member
        ON member.organization_id = o.id AND member.group_id = part.id
      UNION
      SELECT part.root, u.id FROM part JOIN user_group system
        ON system.organization_id = o.id AND system.id = part.id AND system.is_system_group
      JOIN user_account u ON u.organization_id = o.id AND u.is_active
        AND ${inSystemGroup(Prisma.sql`system.name`, Prisma.sql`u.role`, Prisma.sql`u.joined_at`, Prisma.sql`o.settings`)}
    )
    SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'isSystemGroup', g.is_system_group,
      'canMentionGroup', g.settings -> 'can_mention_group', 'memberIds', ARRAY(SELECT user_id FROM holds WHERE root = g.id),
      'botIds', ARRAY(SELECT u.id FROM holds JOIN user_account u
        ON u.organization_id = o.id AND u.id = holds.user_id WHERE holds.root = g.id AND ${isActiveBot}))), '[]')
    FROM named g)`;
}

/** Only active custom emoji. */
function namedEmoji({ emojiNames }: MentionedNames): Prisma.Sql {
  if (emojiNames.length === 0) return Prisma.sql`'[]'::json`;
  return Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object('id', e.id, 'name', e.name, 'organizationId', e.organization_id, 'file', e.file,
      'stillFile', e.still_file)), '[]')
    FROM realm_emoji e WHERE e.organization_id = o.id AND NOT e.is_deactivated AND e.name = ANY (${[...emojiNames]}::text[]))`;
}

/** A token that is limited to channels learns of no other one. */
function namedChannels({ channelNames }: MentionedNames, { userId: writerId, token }: Caller): Prisma.Sql {
  if (channelNames.length === 0) return Prisma.sql`'[]'::json`;
  const ofToken = token?.channelIds === undefined ? Prisma.empty : Prisma.sql` AND c.id = ANY (${[...token.channelIds]}::int[])`;
  return Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name)), '[]') FROM channel c
    WHERE c.organization_id = o.id AND c.name_key = ANY (${channelNames.map(channelNameKey)}::text[])${ofToken}
      AND (c.is_web_public
        OR (NOT c.is_private AND (SELECT w.role FROM user_account w
          WHERE w.organization_id = o.id AND w.id = ${writerId}) <> ${constant(ROLES.guest)})
        OR EXISTS (SELECT FROM subscription b
          WHERE b.organization_id = o.id AND b.user_id = ${writerId} AND b.channel_id = c.id AND b.active)))`;
}

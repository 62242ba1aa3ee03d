import { areGuestsLimited, type DirectMessagePolicy, holderOf, knownPerson, membershipOf, type PeopleViewer } from '@parley/access';
import { ALL_ROLES, type Caller, ROLES, topicKey } from '@parley/contracts';
import { channelNameKey, TOPIC_VISIBILITY } from '@parley/contracts/channels';
import type { OrganizationPermission } from '@parley/contracts/organization';
import {
  type Guarded,
  hasShape,
  isBoolean,
  isJsonInt,
  isListOf,
  isNullOr,
  isOneOf,
  isRecordOf,
  isText,
  isUnknown,
  onlyRow,
  organizationSettingSql,
  PREPARED,
  Prisma,
  type SqlReader,
} from '@parley/persistence';
import { z } from 'zod';
import type { Addressee } from './addressee.js';

const isPerson = hasShape({
  id: isJsonInt,
  email: isText,
  deliveryEmail: isText,
  emailAddressVisibility: isJsonInt,
  fullName: isText,
  role: isOneOf(ALL_ROLES),
  isActive: isBoolean,
  isBot: isBoolean,
  avatarSource: isText,
  avatarVersion: isJsonInt,
  /** The sender and the recipients of a direct message. False for an owner who is only loaded because of their bot. */
  takesPart: isBoolean,
  groupIds: isListOf(isJsonInt),
});
export type DestinationPerson = Guarded<typeof isPerson>;

const isChannel = hasShape({
  id: isJsonInt,
  name: isText,
  isPrivate: isBoolean,
  isWebPublic: isBoolean,
  historyPublicToSubscribers: isBoolean,
  isArchived: isBoolean,
  isRecentlyActive: isBoolean,
  /** Whether it ever had a message. */
  hasMessages: isBoolean,
  topicsPolicy: isText,
  subscriberCount: isJsonInt,
  canSendMessageGroup: isJsonInt,
  canCreateTopicGroup: isJsonInt,
  canSubscribeGroup: isJsonInt,
  canAddSubscribersGroup: isJsonInt,
  canAdministerChannelGroup: isJsonInt,
  topicExists: isBoolean,
  /** The sender and their owner, if subscribed. */
  subscribedIds: isListOf(isJsonInt),
  /** Visibility policy of the topic for the sender. */
  topicVisibility: isOneOf(Object.values(TOPIC_VISIBILITY)),
  /** Whether the sender is subscribed and has muted the channel. */
  isMuted: isBoolean,
  /** Whether the topic has a message that the sender may read, given that they may send there. */
  topicHasMessages: isBoolean,
});
export type DestinationChannel = Guarded<typeof isChannel>;

/** Settings of the organization that decide who may write where. */
export interface OrganizationRules {
  readonly topicsPolicy: string;
  readonly directMessages: DirectMessagePolicy;
  readonly canMentionManyUsersGroup: number;
  /** Whether guests only see people with whom they share a channel or conversation. */
  readonly guestsAreLimited: boolean;
}

/** Everything that decides whether a user may write somewhere: the channel or conversation, and the user's relation to it. */
export interface DestinationContext {
  readonly organization: { readonly stringId: string; readonly rules: OrganizationRules };
  /** The sender first, then their owner and the recipients, each once. */
  readonly people: readonly DestinationPerson[];
  readonly channel: DestinationChannel | null;
  readonly conversationExists: boolean;
}

export const isStoredDestination = hasShape({
  organization: hasShape({
    stringId: isText,
    topicsPolicy: isText,
    settings: isRecordOf(isUnknown),
    /** Ids by name. */
    systemGroups: isRecordOf(isJsonInt),
  }),
  people: isListOf(isPerson),
  channel: isNullOr(isChannel),
  conversationExists: isBoolean,
});
type StoredDestination = Guarded<typeof isStoredDestination>;

export function destinationContextOf({ organization, ...stored }: StoredDestination): DestinationContext {
  return { ...stored, organization: { stringId: organization.stringId, rules: rulesOf(organization) } };
}

function rulesOf({ topicsPolicy, settings, systemGroups }: StoredDestination['organization']): OrganizationRules {
  const choices = { settings, systemGroups: new Map(Object.entries(systemGroups)) };
  const holder = (permission: OrganizationPermission) => {
    const group = holderOf(choices, permission);
    if (group === undefined) throw new Error(`no group of the organization has ${permission}`);
    return group;
  };
  /** Null means everyone, which needs no group check. */
  const unlessEveryone = (group: number) => (group === systemGroups['role:everyone'] ? null : group);
  const directMessages = holder('direct_message_permission_group');
  return {
    topicsPolicy,
    directMessages: {
      permissionGroup: unlessEveryone(directMessages),
      permissionIsNobody: directMessages === systemGroups['role:nobody'],
      initiatorGroup: unlessEveryone(holder('direct_message_initiator_group')),
    },
    canMentionManyUsersGroup: holder('can_mention_many_users_group'),
    guestsAreLimited: areGuestsLimited(choices),
  };
}

const row = z.object({ destination: z.custom<StoredDestination>(isStoredDestination) });

/** For use cases that only need to know whether the caller may write there. */
export async function readDestinationContext(reader: SqlReader, caller: Caller, to: Addressee): Promise<DestinationContext> {
  const { destination } = await onlyRow(
    reader,
    row,
    Prisma.sql`
    ${PREPARED} WITH RECURSIVE ${destinationCtes(caller, to)}
    SELECT ${destinationJson(caller, to)} AS destination FROM organization o WHERE o.id = ${caller.organizationId}`,
  );
  return destinationContextOf(destination);
}

/**
 * CTEs of a recursive WITH: `person`, the sender, their owner and the recipients; `membership`, their groups; `target`, the channel; and
 * `target_topic`, its topic if it exists.
 */
export function destinationCtes(caller: Caller, to: Addressee): Prisma.Sql {
  const { organizationId } = caller;
  return Prisma.sql`person AS (${people(caller, to)}
    ), membership (user_id, group_id) AS (${membershipOf(organizationId, Prisma.sql`person`)}
    ), target AS (
      SELECT * FROM channel c WHERE c.organization_id = ${organizationId} AND ${isTarget(caller, to)}
    ), target_topic AS (
      SELECT t.id FROM topic t JOIN target ON target.id = t.channel_id
        WHERE t.organization_id = ${organizationId} AND t.key = ${keyOfTopic(to)}
    )`;
}

const TOPICS_POLICY = organizationSettingSql('topics_policy', Prisma.sql`o.settings`);

/** A stored destination, from the CTEs and the organization `o`. */
export function destinationJson(caller: Caller, to: Addressee): Prisma.Sql {
  return Prisma.sql`json_build_object(
      'organization', json_build_object('stringId', o.string_id, 'topicsPolicy', ${TOPICS_POLICY}, 'settings', o.settings, 'systemGroups',
        (SELECT json_object_agg(g.name, g.id) FROM user_group g WHERE g.organization_id = o.id AND g.is_system_group)),
      'people', (SELECT json_agg(json_build_object(
          'id', p.id, 'email', p.api_email, 'deliveryEmail', p.delivery_email, 'emailAddressVisibility', p.email_address_visibility,
          'fullName', p.full_name, 'role', p.role, 'isActive', p.is_active, 'isBot', p.is_bot,
          'avatarSource', p.avatar_source, 'avatarVersion', p.avatar_version, 'takesPart', p.takes_part,
          'groupIds', ARRAY(SELECT m.group_id FROM membership m WHERE m.user_id = p.id)
        ) ORDER BY p.id <> ${caller.userId}, p.id) FROM person p),
      'channel', (SELECT ${channelJson(caller, to)} FROM target c),
      'conversationExists', ${conversationExists(caller.organizationId, to)})`;
}

/** For a guest, users whom they may not see exist neither as recipients nor as mentions. */
export function peopleViewer({ organizationId, userId, role }: Caller): PeopleViewer {
  return { organizationId, userId, isGuest: role === ROLES.guest };
}

function keyOfTopic(to: Addressee): string | null {
  return to.kind === 'channel' ? topicKey(to.topic) : null;
}

/** Accounts with `takes_part`. Few conditions, each with an index, because plans that expect few rows are made and run fastest. */
function people(caller: Caller, to: Addressee): Prisma.Sql {
  const { organizationId, userId } = caller;
  const viewer = peopleViewer(caller);
  const known = viewer.isGuest ? Prisma.sql` AND ${knownPerson(viewer)}` : Prisma.empty;
  const recipient = to.kind === 'channel' ? Prisma.sql`u.id = ${userId}` : Prisma.sql`(${isRecipient(to, userId)}${known})`;
  return Prisma.sql`
      SELECT u.*, ${recipient} AS takes_part FROM user_account u
      WHERE u.organization_id = ${organizationId} AND (${isSenderOrOwner(caller, Prisma.sql`u.id`)}${to.kind === 'channel' ? Prisma.empty : Prisma.sql` OR ${recipient}`})`;
}

const MAX_INLINE_IDS = 3;

/** Ids come from outside and may be larger than those of any column: compared as bigint they are unknown. */
function isRecipient({ userIds, emails }: Extract<Addressee, { kind: 'direct' }>, senderId: number): Prisma.Sql {
  const ids = [senderId, ...userIds];
  // The planner knows the length of a list that is written out, and so expects few rows.
  const byId =
    ids.length <= MAX_INLINE_IDS
      ? Prisma.sql`u.id IN (${Prisma.join(ids.map((id) => Prisma.sql`${id}::bigint`))})`
      : Prisma.sql`u.id = ANY (${ids}::bigint[])`;
  if (emails.length === 0) return byId;
  return Prisma.sql`(${byId} OR lower(u.api_email) = ANY (ARRAY(SELECT lower(email) FROM unnest(${[...emails]}::text[]) AS email)))`;
}

/** A bot also has the access of its owner. */
function isSenderOrOwner({ userId, botOwnerId }: Caller, id: Prisma.Sql): Prisma.Sql {
  return botOwnerId === null ? Prisma.sql`${id} = ${userId}` : Prisma.sql`${id} IN (${userId}, ${botOwnerId})`;
}

function isTarget({ organizationId, userId }: Caller, to: Addressee): Prisma.Sql {
  if (to.kind === 'direct') return Prisma.sql`false`;
  switch (to.channel.by) {
    case 'id':
      return Prisma.sql`c.id = ${to.channel.id}::bigint`;
    case 'name':
      return Prisma.sql`c.name_key = ${channelNameKey(to.channel.name)}`;
    case 'default':
      return Prisma.sql`c.id = (SELECT default_sending_channel_id FROM user_account
        WHERE organization_id = ${organizationId} AND id = ${userId})`;
  }
}

function channelJson(caller: Caller, to: Addressee): Prisma.Sql {
  return Prisma.sql`json_build_object(
    'id', c.id, 'name', c.name, 'isPrivate', c.is_private, 'isWebPublic', c.is_web_public,
    'historyPublicToSubscribers', c.history_public_to_subscribers, 'isArchived', c.is_archived, 'topicsPolicy', c.topics_policy,
    'isRecentlyActive', c.is_recently_active, 'hasMessages', EXISTS (SELECT FROM channel_activity a
      WHERE a.organization_id = ${caller.organizationId} AND a.channel_id = c.id),
    'subscriberCount', c.subscriber_count, 'canSendMessageGroup', c.can_send_message_group, 'canCreateTopicGroup', c.can_create_topic_group,
    'canSubscribeGroup', c.can_subscribe_group, 'canAddSubscribersGroup', c.can_add_subscribers_group,
    'canAdministerChannelGroup', c.can_administer_channel_group,
    'topicExists', EXISTS (SELECT FROM target_topic),
    'subscribedIds', ARRAY(SELECT b.user_id FROM subscription b
      WHERE b.organization_id = ${caller.organizationId} AND b.channel_id = c.id AND b.active
        AND ${isSenderOrOwner(caller, Prisma.sql`b.user_id`)}),
    ${topicForSender(caller, to)})`;
}

/** In a channel with protected history only messages count that arrived there while the sender was subscribed. */
function topicForSender({ organizationId, userId }: Caller, to: Addressee): Prisma.Sql {
  return Prisma.sql`
    'topicVisibility', coalesce((SELECT v.visibility_policy FROM user_topic v
      WHERE v.organization_id = ${organizationId} AND v.user_id = ${userId} AND v.channel_id = c.id
        AND v.topic_key = ${keyOfTopic(to)}), 0),
    'isMuted', EXISTS (SELECT FROM subscription b
      WHERE b.organization_id = ${organizationId} AND b.channel_id = c.id AND b.user_id = ${userId} AND b.active AND b.is_muted),
    'topicHasMessages', EXISTS (SELECT FROM message m JOIN target_topic t ON m.topic_id = t.id
      WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND (c.history_public_to_subscribers OR c.is_web_public OR EXISTS (SELECT FROM subscription_span s
        WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId} AND s.channel_id = c.id
          AND coalesce(m.moved_at_id, m.id) > s.after_id
          AND coalesce(m.moved_at_id, m.id) <= s.until_id)))`;
}

function conversationExists(organizationId: number, to: Addressee): Prisma.Sql {
  if (to.kind === 'channel') return Prisma.sql`false`;
  return Prisma.sql`EXISTS (SELECT FROM conversation v WHERE v.organization_id = ${organizationId} AND v.last_message_id > 0
    AND v.participant_key = (SELECT string_agg(id::text, ',' ORDER BY id) FROM person WHERE takes_part))`;
}

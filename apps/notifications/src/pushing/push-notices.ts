import { displayTopic } from '@parley/contracts';
import type { MessageFacts } from '@parley/contracts/messaging';
import { encryptFor, type PushNotice } from '@parley/push';
import { TRIGGERS } from '../deciding/missed-message.js';
import type { Reached } from './push-targets.repository.js';
import { pushText, shortened } from './push-text.js';
import type { PushWords } from './push-words.js';

/** The account that a notification is for. */
export interface PushAccount {
  readonly userId: number;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly url: string;
  /** The installation. */
  readonly server: string;
}

export interface PushedMessage {
  readonly facts: MessageFacts;
  readonly trigger: number;
  readonly group: { readonly id: number; readonly name: string } | null;
  /** The number on the icon of the app. */
  readonly badge: number;
  /** Whether what was written may be sent to services that can read it. */
  readonly showsContent: boolean;
}

/** What all forms of one notification are made of. */
export interface NoticeParts {
  readonly id: string;
  readonly isUrgent: boolean;
  /** For devices and browsers that encrypt. */
  readonly secret: Readonly<Record<string, unknown>>;
  /** For Apple, in the clear. */
  readonly apns: Readonly<Record<string, unknown>>;
  /** For Google, in the clear. */
  readonly fcm: Readonly<Record<string, string>>;
  readonly badge: number | undefined;
  readonly isBackground: boolean;
  /** What a device shows if it cannot decrypt. */
  readonly fallback: string;
}

const TTL_SECONDS = 86_400;
const EVERYONE: ReadonlySet<number> = new Set([
  TRIGGERS.topicWildcardInFollowedTopic,
  TRIGGERS.channelWildcardInFollowedTopic,
  TRIGGERS.topicWildcard,
  TRIGGERS.channelWildcard,
]);
/** Names and topics beyond this are cut: a notification has 4 KB. */
const MAX_TITLE = 200;

export function messageParts(id: string, account: PushAccount, message: PushedMessage, words: PushWords): NoticeParts {
  const { facts, badge } = message;
  const { content, isTruncated } = shortened(pushText(facts.rendered));
  const avatar = new URL(facts.sender.avatarUrl, account.url).href;
  const group = message.group === null ? {} : { mentioned_user_group_id: message.group.id, mentioned_user_group_name: message.group.name };
  const shown = message.showsContent ? content : words.newMessage;
  const common = { ...baseFields(account), sender_id: facts.sender.id, sender_email: facts.sender.email, time: facts.sentAt, ...group };
  const older = { ...common, ...olderPlace(facts) };
  return {
    id,
    isUrgent: true,
    isBackground: false,
    badge,
    fallback: words.newNotification,
    secret: {
      type: 'message',
      ...identity(account),
      message_id: facts.id,
      sender_id: facts.sender.id,
      sender_full_name: facts.sender.fullName,
      sender_avatar_url: avatar,
      time: facts.sentAt,
      content,
      ...group,
      ...newerPlace(facts),
    },
    apns: {
      aps: { alert: { title: titleOf(facts), subtitle: subtitleOf(message, words), body: shown }, sound: 'default', badge },
      zulip: { ...older, message_ids: [facts.id] },
    },
    fcm: texts({
      ...older,
      event: 'message',
      zulip_message_id: facts.id,
      content: shown,
      content_truncated: message.showsContent && isTruncated,
      sender_full_name: facts.sender.fullName,
      sender_avatar_url: avatar,
    }),
  };
}

/** Removes messages that devices show. */
export function removalParts(id: string, account: PushAccount, messageIds: readonly number[], badge: number): NoticeParts {
  const ids = messageIds.join(',');
  return {
    id,
    isUrgent: false,
    isBackground: true,
    badge,
    fallback: '',
    secret: { type: 'remove', ...identity(account), message_ids: messageIds },
    apns: { aps: { badge, 'content-available': 1 }, zulip: { ...baseFields(account), event: 'remove', zulip_message_ids: ids } },
    fcm: texts({ ...baseFields(account), event: 'remove', zulip_message_ids: ids, zulip_message_id: messageIds[0] ?? 0 }),
  };
}

export function testParts(id: string, account: PushAccount, words: PushWords): NoticeParts {
  const time = Math.floor(Date.now() / 1000);
  const body = words.testBody(account.organizationName, account.url);
  return {
    id,
    isUrgent: true,
    isBackground: false,
    badge: undefined,
    fallback: words.testTitle,
    secret: { type: 'test', ...identity(account), time },
    apns: { aps: { alert: { title: words.testTitle, body }, sound: 'default' }, zulip: { ...baseFields(account), event: 'test' } },
    fcm: texts({ ...baseFields(account), event: 'test', time }),
  };
}

/** The form for one device or browser: encrypted, if it can decrypt. */
export async function noticeFor({ target, encryption }: Reached, parts: NoticeParts): Promise<PushNotice> {
  const { id, isUrgent, isBackground, secret } = parts;
  const common = { id, isUrgent, isBackground, ttlSeconds: TTL_SECONDS, web: target.service === 'web' ? JSON.stringify(secret) : '' };
  if (encryption === null) return { ...common, apns: parts.apns, fcm: parts.fcm };
  const data = await encryptFor(encryption.key, JSON.stringify(secret));
  const aps = isBackground
    ? { 'content-available': 1 }
    : {
        alert: { title: parts.fallback },
        'mutable-content': 1,
        sound: 'default',
        ...(parts.badge === undefined ? {} : { badge: parts.badge }),
      };
  return {
    ...common,
    apns: { aps, push_key_id: encryption.keyId, encrypted_data: data },
    fcm: { push_key_id: String(encryption.keyId), encrypted_data: data },
  };
}

function identity({ url, organizationName, userId }: PushAccount) {
  return { realm_url: url, realm_name: organizationName, user_id: userId };
}

function baseFields(account: PushAccount) {
  return { server: account.server, realm_id: account.organizationId, realm_uri: account.url, ...identity(account) };
}

function olderPlace({ recipient }: MessageFacts) {
  if (recipient.kind === 'channel') {
    return { recipient_type: 'stream', stream: recipient.channelName, stream_id: recipient.channelId, topic: recipient.topic };
  }
  const ids = participantIds(recipient);
  return { recipient_type: 'private', ...(ids.length > 2 ? { pm_users: ids.join(',') } : {}) };
}

function newerPlace({ recipient }: MessageFacts) {
  if (recipient.kind === 'channel') {
    return { recipient_type: 'channel', channel_id: recipient.channelId, channel_name: recipient.channelName, topic: recipient.topic };
  }
  const ids = participantIds(recipient);
  return { recipient_type: 'direct', recipient_user_ids: ids, ...(ids.length > 2 ? { pm_users: ids.join(',') } : {}) };
}

function participantIds({ participants }: Extract<MessageFacts['recipient'], { kind: 'direct' }>): number[] {
  return participants.map(({ id }) => id).sort((a, b) => a - b);
}

function titleOf({ sender, recipient }: MessageFacts): string {
  if (recipient.kind === 'channel') return `#${recipient.channelName} > ${displayTopic(recipient.topic, false)}`.slice(0, MAX_TITLE);
  if (recipient.participants.length <= 2) return sender.fullName;
  return recipient.participants
    .map(({ fullName }) => fullName)
    .sort()
    .join(', ')
    .slice(0, MAX_TITLE);
}

function subtitleOf({ facts: { sender, recipient }, trigger, group }: PushedMessage, words: PushWords): string {
  if (trigger === TRIGGERS.mention) return words.mentionedYou(sender.fullName);
  if (trigger === TRIGGERS.groupMention) {
    return group === null ? words.mentionedYou(sender.fullName) : words.mentionedGroup(sender.fullName, group.name);
  }
  if (EVERYONE.has(trigger)) return words.mentionedEveryone(sender.fullName);
  return recipient.kind === 'direct' && recipient.participants.length <= 2 ? '' : `${sender.fullName}:`;
}

function texts(fields: Readonly<Record<string, string | number | boolean>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

import type { ChannelGroupSettingName } from '@parley/contracts/channels';

/** A user or channel that a text refers to. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

/** What decides who can read a channel. */
interface Privacy {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean;
}

/** Topics of the notices. */
export const NOTICE_TOPICS = { ofChannel: 'channel events', ofNewChannels: 'new channels' } as const;

// Mentions in these texts are silent, so no one is notified.

export function channelCreatedText(creator: Named, channel: Privacy & { readonly description: string }): string {
  return `${policyName(channel)} channel created by ${mention(creator)}. **Description:**\n${quoted(channel.description)}`;
}

export function newChannelsText(creator: Named, channels: readonly Named[]): string {
  const [first, second] = channels;
  if (first !== undefined && second === undefined) return `${mention(creator)} created a new channel ${link(first)}.`;
  return `${mention(creator)} created the following channels: ${channels.map(link).join(', ')}.`;
}

export function subscribedText(actor: Named, channels: readonly Named[]): string {
  const [first, second] = channels;
  if (first !== undefined && second === undefined) return `${mention(actor)} subscribed you to ${link(first)}.`;
  const list = channels.map((channel) => `* ${link(channel)}\n`).join('');
  return `${mention(actor)} subscribed you to the following channels:\n\n${list}`;
}

export function renamedText(actor: Named, oldName: string, newName: string): string {
  return `${mention(actor)} renamed channel **${oldName}** to **${newName}**.`;
}

export function describedText(actor: Named, oldDescription: string, newDescription: string): string {
  return `${mention(actor)} changed the description for this channel.\n\n* **Old description:**\n${quoted(oldDescription)}\n* **New description:**\n${quoted(newDescription)}`;
}

export function privacyText(actor: Named, before: Privacy, after: Privacy): string {
  return `${mention(actor)} changed the access permissions for this channel from ${policyName(before)} to ${policyName(after)}.`;
}

export function archivedText(name: string): string {
  return `Channel ${name} has been archived.`;
}

/** Days. Null: as in the organization. -1: forever. */
export function retentionText(actor: Named, oldDays: number | null, newDays: number | null): string {
  return `${mention(actor)} changed how long messages of this channel are kept.\n\n* **Old:** ${period(oldDays)}\n* **New:** ${period(newDays)}`;
}

/** Names of the folders. Null: in none. */
export function folderText(actor: Named, oldFolder: string | null, newFolder: string | null): string {
  if (newFolder !== null) return `${mention(actor)} moved this channel to the folder **${newFolder}**.`;
  return `${mention(actor)} took this channel out of the folder **${oldFolder ?? ''}**.`;
}

/** A permission setting of a channel, with its old and new holders as text. */
export interface ChangedPermission {
  readonly setting: ChannelGroupSettingName;
  readonly before: string;
  readonly after: string;
}

export function permissionsText(actor: Named, changed: readonly ChangedPermission[]): string {
  const lines = changed.map(({ setting, before, after }) => `* **${PERMISSION_WORDS[setting]}:** ${before}, now ${after}`);
  return `${mention(actor)} changed the permissions of this channel.\n\n${lines.join('\n')}`;
}

const PERMISSION_WORDS: Readonly<Record<ChannelGroupSettingName, string>> = {
  can_add_subscribers_group: 'Who may add subscribers',
  can_administer_channel_group: 'Who may administer it',
  can_create_topic_group: 'Who may start topics',
  can_delete_any_message_group: 'Who may delete any message',
  can_delete_own_message_group: 'Who may delete their own messages',
  can_move_messages_out_of_channel_group: 'Who may move messages out of it',
  can_move_messages_within_channel_group: 'Who may move messages within it',
  can_remove_subscribers_group: 'Who may remove subscribers',
  can_resolve_topics_group: 'Who may resolve topics',
  can_send_message_group: 'Who may post',
  can_subscribe_group: 'Who may subscribe',
};

function period(days: number | null): string {
  if (days === null) return 'as long as in the whole organization';
  return days < 0 ? 'forever' : `${days} days`;
}

function policyName({ isPrivate, isWebPublic, historyPublicToSubscribers }: Privacy): string {
  if (isWebPublic) return '**Web-public**';
  if (!isPrivate) return '**Public**';
  return historyPublicToSubscribers ? '**Private, shared history**' : '**Private, protected history**';
}

export function mention({ id, name }: Named): string {
  return `@_**${name}|${id}**`;
}

function link({ name }: Named): string {
  return `#**${name}**`;
}

function quoted(description: string): string {
  return `\`\`\`\` quote\n${description === '' ? '*No description.*' : description}\n\`\`\`\``;
}

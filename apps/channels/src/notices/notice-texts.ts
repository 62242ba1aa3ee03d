/** Somebody or a channel, as a text names it. */
interface Named {
  readonly id: number;
  readonly name: string;
}

/** What makes a channel open or closed. */
interface Privacy {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean;
}

/** Topics that notices are written to. */
export const NOTICE_TOPICS = { ofChannel: 'channel events', ofNewChannels: 'new channels' } as const;

// The texts are those of reference/rules.md section 7. Nobody is notified by them: mentions are silent.

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

function policyName({ isPrivate, isWebPublic, historyPublicToSubscribers }: Privacy): string {
  if (isWebPublic) return '**Web-public**';
  if (!isPrivate) return '**Public**';
  return historyPublicToSubscribers ? '**Private, shared history**' : '**Private, protected history**';
}

function mention({ id, name }: Named): string {
  return `@_**${name}|${id}**`;
}

function link({ name }: Named): string {
  return `#**${name}**`;
}

function quoted(description: string): string {
  return `\`\`\`\` quote\n${description === '' ? '*No description.*' : description}\n\`\`\`\``;
}

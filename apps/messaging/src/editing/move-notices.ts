/** A user in the text of a notice. */
interface Named {
  readonly id: number;
  readonly name: string;
}

/** A topic that the text of a notice links. */
export interface NamedThread {
  readonly channelName: string;
  readonly topic: string;
}

export interface MovedMessages {
  readonly count: number;
  readonly isWholeTopic: boolean;
}

// The texts are fixed, because clients recognize them.

/** Posted where the messages are now. */
export function movedHereText(moved: MovedMessages, from: NamedThread, mover: Named): string {
  return `${what(moved)} moved here from ${link(from)} by ${mention(mover)}.`;
}

/** Posted where the messages were. */
export function movedAwayText(moved: MovedMessages, to: NamedThread, mover: Named): string {
  const left = moved.isWholeTopic ? 'This topic was moved' : `${what(moved)} moved from this topic`;
  return `${left} to ${link(to)} by ${mention(mover)}.`;
}

export function resolvedText(isResolved: boolean, by: Named): string {
  return `${mention(by)} has marked this topic as ${isResolved ? 'resolved' : 'unresolved'}.`;
}

/** Whether a text of the notification bot says that a topic was marked as resolved or unresolved. */
export function isResolvedText(text: string): boolean {
  return /^@_\*\*.+\|\d+\*\* has marked this topic as (un)?resolved\.$/.test(text);
}

function what({ count, isWholeTopic }: MovedMessages): string {
  if (isWholeTopic) return 'This topic was';
  return count === 1 ? 'A message was' : `${count} messages were`;
}

function mention({ id, name }: Named): string {
  return `@_**${name}|${id}**`;
}

function link({ channelName, topic }: NamedThread): string {
  return `#**${channelName}>${topic}**`;
}

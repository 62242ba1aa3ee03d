import type { Role } from '@parley/contracts';

/**
 * The content of a demo organization, in the order in which it happens. People are identified by a key, which is the part of their address
 * before the @.
 */
export interface DemoScript {
  readonly stringId: string;
  readonly name: string;
  readonly people: readonly DemoPerson[];
  /** Owned by the owner. */
  readonly bot: Pick<DemoPerson, 'key' | 'fullName'>;
  readonly story: readonly Step[];
}

export interface DemoPerson {
  readonly key: string;
  readonly fullName: string;
  readonly role: Role;
}

/** The order matters: a user who joins a channel with protected history late does not see earlier messages. */
export type Step = OpensChannel | Joins | Says | Writes;

export interface OpensChannel {
  readonly step: 'opens-channel';
  /** Becomes the administrator of the channel, and is subscribed like `members`. */
  readonly by: string;
  readonly channel: string;
  readonly description: string;
  readonly access: 'public' | 'private with shared history' | 'private with protected history';
  readonly members: readonly string[];
  /** New users are subscribed to it. */
  readonly isDefault: boolean;
}

export interface Joins {
  readonly step: 'joins';
  /** A user who may add subscribers. */
  readonly by: string;
  readonly channel: string;
  readonly members: readonly string[];
}

export interface Says {
  readonly step: 'says';
  readonly by: string;
  readonly channel: string;
  readonly topic: string;
  /** Markdown. */
  readonly content: string;
}

/** A direct message. */
export interface Writes {
  readonly step: 'writes';
  readonly by: string;
  readonly to: readonly string[];
  /** Markdown. */
  readonly content: string;
}

export function opensChannel(
  by: string,
  channel: string,
  description: string,
  members: readonly string[],
  more: Partial<Pick<OpensChannel, 'access' | 'isDefault'>> = {},
): OpensChannel {
  return { step: 'opens-channel', by, channel, description, members, access: 'public', isDefault: false, ...more };
}

export function joins(by: string, channel: string, members: readonly string[]): Joins {
  return { step: 'joins', by, channel, members };
}

export function says(by: string, channel: string, topic: string, content: string): Says {
  return { step: 'says', by, channel, topic, content };
}

export function writes(by: string, to: readonly string[], content: string): Writes {
  return { step: 'writes', by, to, content };
}

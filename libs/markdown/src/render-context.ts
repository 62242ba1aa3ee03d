import type { Linkifiers } from './linkifiers.js';

/** A user, group or channel that a message may reference. */
export interface Named {
  id: number;
  name: string;
}

export interface CustomEmoji {
  /** A number, as text on the wire. */
  id: string;
  name: string;
  imageUrl: string;
}

/**
 * The data that a message is rendered with. The caller looks up the results of `referencedNames` and passes the rows
 * in any order. Others do not exist for the message, so omitting a private channel keeps its name secret.
 */
export interface RenderContext {
  users?: readonly Named[];
  groups?: readonly Named[];
  channels?: readonly Named[];
  /** The active custom emoji of the organization. */
  customEmoji?: readonly CustomEmoji[];
  /** Compiled by `compileLinkifiers` and cached by the caller until the organization changes them. */
  linkifiers?: Linkifiers;
  /** The sender's setting that converts `:)` to an emoji. */
  translateEmoticons?: boolean;
  /** The organization's setting. Enabled unless it is false. */
  previewMedia?: boolean;
  /** The organization's language for fences without one. */
  defaultCodeLanguage?: string;
}

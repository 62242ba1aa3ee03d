import type { Linkifiers } from './linkifiers.js';

/** A user, group or channel that a message may name. */
export interface Named {
  id: number;
  name: string;
}

export interface CustomEmoji {
  /** A number, written as text on the wire. */
  id: string;
  name: string;
  imageUrl: string;
}

/**
 * What is known about the world a message is rendered in. The caller looks up what `referencedNames` found and passes the rows here
 * in any order; what is not passed does not exist for the message, so leaving a private channel out keeps its name secret.
 */
export interface RenderContext {
  users?: readonly Named[];
  groups?: readonly Named[];
  channels?: readonly Named[];
  /** The active custom emoji of the organization. */
  customEmoji?: readonly CustomEmoji[];
  /** Made once by `compileLinkifiers` and kept by the caller until the organization changes them. */
  linkifiers?: Linkifiers;
  /** The sender's setting: `:)` becomes an emoji. */
  translateEmoticons?: boolean;
  /** The organization's setting; on unless it is false. */
  previewMedia?: boolean;
  /** The organization's language for fences that name none. */
  defaultCodeLanguage?: string;
}

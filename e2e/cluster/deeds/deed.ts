import type { Actor } from '../../client/actor.js';

/** Who does something, and to whom. */
export interface Cast {
  readonly me: Actor;
  readonly myId: number;
  /** Somebody else who writes. */
  readonly otherId: number;
  readonly otherName: string;
  readonly owner: Actor;
  readonly ownerId: number;
  /** A channel that everybody is in. */
  readonly channelId: number;
  /** A name nobody used yet. */
  fresh(what: string): string;
}

/** Changes something through the API. Done at once with others, again and again: what it makes is its own. */
export type Deed = (cast: Cast) => Promise<void>;

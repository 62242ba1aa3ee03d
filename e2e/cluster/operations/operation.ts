import type { Actor } from '../../client/actor.js';

/** The users and the channel of an operation. */
export interface OperationContext {
  readonly me: Actor;
  readonly myId: number;
  /** Another user who also runs operations. */
  readonly otherId: number;
  readonly otherName: string;
  readonly owner: Actor;
  readonly ownerId: number;
  /** A channel with all users. */
  readonly channelId: number;
  /** Returns a name that was not used before. */
  fresh(what: string): string;
}

/** Changes something through the API. Operations run concurrently and repeatedly, so each creates its own objects. */
export type Operation = (context: OperationContext) => Promise<void>;

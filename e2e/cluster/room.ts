import type { DemoOrganization, DemoUser } from '../client/demo.js';
import type { Destination } from './sender.js';

export interface SentMessage {
  readonly id: number;
  readonly token: string;
  readonly sender: DemoUser;
  /** Another user who has it. */
  readonly reader: DemoUser;
}

/** A destination of messages, and the users who may receive them. */
export interface Room {
  readonly organization: DemoOrganization;
  readonly destination: Destination;
  /** Another channel with the same users, to which messages are moved; undefined because direct messages cannot be moved. */
  readonly otherChannelId: number | undefined;
  readonly senders: readonly DemoUser[];
  readonly entitled: ReadonlySet<number>;
  /** The newest acknowledged message that was not changed yet. */
  newest: SentMessage | undefined;
}

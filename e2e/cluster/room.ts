import type { DemoOrganization, DemoUser } from '../client/demo.js';
import type { Destination } from './sender.js';

export interface SentMessage {
  readonly id: number;
  readonly token: string;
  readonly sender: DemoUser;
  /** Somebody else who has it. */
  readonly reader: DemoUser;
}

/** Somewhere messages go, and who is entitled to them. */
export interface Room {
  readonly organization: DemoOrganization;
  readonly destination: Destination;
  /** Another channel of the same people, to move messages to; undefined: messages between people do not move. */
  readonly otherChannelId: number | undefined;
  readonly senders: readonly DemoUser[];
  readonly entitled: ReadonlySet<number>;
  /** The newest acknowledged message that nobody has changed. */
  newest: SentMessage | undefined;
}

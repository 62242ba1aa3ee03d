import { Injectable } from '@nestjs/common';
import type { DomainEvent, LoggedEvent } from '@parley/contracts';
import type { Tx } from '@parley/persistence';
import type { MissedMessage } from '../deciding/missed-message.js';

/** New events of one organization, in the order of the log. Each event is in one batch, unless the transaction of that batch is rolled back. */
export interface NotificationBatch {
  readonly organizationId: number;
  /** Those of the types that the channel takes. Payloads are valid. */
  readonly events: readonly LoggedEvent[];
  /**
   * Who may have to be told of the messages that were sent in this batch, and of mentions that were added, as `FindMissed` decides. Computed when it
   * is first asked for, and once for all channels. A channel that asks takes `messageSent` and `messageUpdated`.
   */
  missed(): Promise<readonly MissedMessage[]>;
}

/** A way in which people or programs outside of Parley learn of messages: e-mail, push, outgoing webhooks. */
export interface NotificationChannel {
  /** Appears in logs and metrics. */
  readonly name: string;
  /** What it reads of the log. */
  readonly events: readonly DomainEvent[];
  /**
   * Stores what follows from the events, in the transaction that moves the cursor of the organization: so each event has its consequences once,
   * whatever process dies. It waits for nothing outside of the database. What must be sent is sent later, from the stored rows.
   */
  take(tx: Tx, batch: NotificationBatch): Promise<void>;
  /** Called after the commit, but not if the process dies in between: only to begin sooner with what is stored anyway. It must not throw. */
  taken?(organizationId: number): void;
}

/** The channels of this service. Each adds itself in its constructor. */
@Injectable()
export class NotificationChannels {
  private readonly added: NotificationChannel[] = [];

  add(channel: NotificationChannel): void {
    this.added.push(channel);
  }

  get all(): readonly NotificationChannel[] {
    return this.added;
  }
}

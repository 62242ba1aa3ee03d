import { Injectable } from '@nestjs/common';
import type { OutputOf } from '@parley/contracts';
import type { recountSubscribers } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import { correctSubscriberCounts, countChannels } from './subscriptions.repository.js';

/** Corrects the subscriber counts from the subscriptions. The organization is locked meanwhile. */
@Injectable()
export class RecountSubscribers {
  constructor(private readonly eventLog: EventLog) {}

  execute(organizationId: number): Promise<OutputOf<typeof recountSubscribers>> {
    return this.eventLog.change(organizationId, async (tx) => {
      const corrected = await correctSubscriberCounts(tx, organizationId);
      const channels = await countChannels(tx, organizationId);
      return { channels, corrected: corrected.sort((a, b) => a.channelId - b.channelId) };
    });
  }
}

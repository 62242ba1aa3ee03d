import { Injectable } from '@nestjs/common';
import type { OutputOf } from '@parley/contracts';
import type { recountSubscribers } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';

type Corrected = OutputOf<typeof recountSubscribers>['corrected'][number];

/** Corrects the subscriber counts from the subscriptions. The organization is locked meanwhile. */
@Injectable()
export class RecountSubscribers {
  constructor(private readonly eventLog: EventLog) {}

  execute(organizationId: number): Promise<OutputOf<typeof recountSubscribers>> {
    return this.eventLog.change(organizationId, async (tx) => {
      const corrected = await tx.$queryRaw<Corrected[]>`
        WITH counted AS (
          SELECT c.id, c.subscriber_count AS before,
            (SELECT count(*)::int FROM subscription s JOIN user_account u ON u.id = s.user_id AND u.is_active
              WHERE s.channel_id = c.id AND s.active) AS after
          FROM channel c WHERE c.organization_id = ${organizationId}
        )
        UPDATE channel c SET subscriber_count = counted.after
        FROM counted WHERE c.id = counted.id AND c.organization_id = ${organizationId} AND counted.before <> counted.after
        RETURNING c.id AS "channelId", c.name, counted.before, counted.after`;
      const channels = await tx.channel.count({ where: { organizationId } });
      return { channels, corrected: [...corrected].sort((a, b) => a.channelId - b.channelId) };
    });
  }
}

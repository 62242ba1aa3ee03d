import { Injectable } from '@nestjs/common';
import { visibleUser } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import type { getIsSubscribed } from '@parley/contracts/channels';
import { Database, subscriptionsOf } from '@parley/persistence';
import { visibleChannel } from '../channels/visible-channels.js';

/** Whether a user is subscribed to a channel. The caller must be allowed to see both. */
@Injectable()
export class GetIsSubscribed {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, { user_id, stream_id }: InputOf<typeof getIsSubscribed>): Promise<OutputOf<typeof getIsSubscribed>> {
    const person = await visibleUser(this.database.direct, caller, user_id);
    if (person?.isActive !== true) throw apiErrors.noSuchUser();
    const found = await visibleChannel(this.database.direct, caller, { id: stream_id });
    if (found === undefined) throw apiErrors.invalidChannelId();
    const [subscription] = await subscriptionsOf(this.database.direct, caller.organizationId, [user_id], [stream_id]);
    return { is_subscribed: subscription?.active ?? false };
  }
}

import type { PayloadOf } from '@parley/contracts';
import { subscriptionChanged } from '@parley/contracts/channels';
import { fanOut } from '../fan-out.js';

type SubscriptionChanged = PayloadOf<typeof subscriptionChanged>;

type Change = SubscriptionChanged['changes'][number];

/** The user receives one `subscription` update for each property, and for muting also its older format. */
export const subscriptionChangedFanOut = fanOut(subscriptionChanged, {
  parts: ({ userId, changes }) =>
    changes.flatMap(withOlderFormat).map(({ channelId, property, value }) => ({
      clientType: 'subscription',
      audience: { users: [userId] },
      render: () => ({ type: 'subscription', op: 'update', stream_id: channelId, property, value }),
    })),
});

function withOlderFormat(change: Change): Change[] {
  if (change.property !== 'is_muted') return [change];
  return [change, { ...change, property: 'in_home_view', value: !change.value }];
}

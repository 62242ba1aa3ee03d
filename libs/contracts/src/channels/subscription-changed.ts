import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({
  userId: z.int(),
  changes: z.array(z.object({ channelId: z.int(), property: z.string(), value: z.union([z.boolean(), z.string()]) })),
});
type SubscriptionChanged = z.infer<typeof payload>;
type Change = SubscriptionChanged['changes'][number];

/** A user changed properties of their subscriptions. They receive one `subscription` update for each, and for muting also its older format. */
export const subscriptionChanged: DomainEvent<'subscription.changed', SubscriptionChanged> = domainEvent({
  type: 'subscription.changed',
  owner: 'channels',
  payload,
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

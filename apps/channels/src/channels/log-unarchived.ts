import { type ChannelPortrait, formerWatchers, hasChosen, personalPropertiesOf } from '@parley/access';
import { channelUnarchived } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import { inheritancesOf, subscribersOf, subscriptionsOf, type Tx } from '@parley/persistence';

/** Logs that a channel was unarchived, with its restored subscriptions. */
export async function logUnarchived(tx: Tx, log: ChangeLog, portrait: ChannelPortrait): Promise<void> {
  const { channel, object, watchers } = portrait;
  const { organizationId, id: channelId } = channel;
  const [subscribers] = await subscribersOf(tx, organizationId, [channelId]);
  const subscriberIds = [...(subscribers?.userIds ?? [])];
  const subscriptions = await subscriptionsOf(tx, organizationId, subscriberIds, [channelId]);
  const former = await formerWatchers(tx, organizationId, [portrait]);
  const byUser = new Map(subscriptions.map((subscription) => [subscription.userId, subscription]));
  log.append(channelUnarchived, {
    channel: object,
    watchers,
    subscriberIds,
    colors: subscriberIds.map((id) => byUser.get(id)?.color ?? ''),
    personal: subscriptions.filter(hasChosen).map((subscription) => ({
      userId: subscription.userId,
      properties: personalPropertiesOf(subscription),
    })),
    former: former(channelId),
    inheriting: await inheritancesOf(tx, organizationId, subscriberIds),
  });
}

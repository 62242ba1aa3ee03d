import { inheritedNotificationsChanged } from '@parley/contracts/settings';
import { knowsInheritance } from '../channels/inherited-notifications.js';
import { knowsArchivedChannels } from '../channels/revealing-channels.js';
import { fanOut } from '../fan-out.js';

/** Clients that know inheritance receive the change of the setting; others a `subscription` update of each channel. */
export const inheritedNotificationsChangedFanOut = fanOut(inheritedNotificationsChanged, {
  parts: ({ property, value, subscriptions }) =>
    subscriptions.map(({ channelId, userIds, isArchived }) => ({
      clientType: 'subscription',
      audience: { users: userIds },
      wants: (queue) => !knowsInheritance(queue) && (isArchived !== true || knowsArchivedChannels(queue)),
      render: () => ({ type: 'subscription', op: 'update', stream_id: channelId, property, value }),
    })),
});

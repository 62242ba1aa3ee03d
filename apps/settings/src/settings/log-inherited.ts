import { INHERITED_FROM, inheritingProperty } from '@parley/contracts/channels';
import { inheritedNotificationsChanged, MAX_INHERITING_IDS } from '@parley/contracts/settings';
import type { ChangeLog } from '@parley/event-log';
import { type InheritingSubscriptions, inheritingSubscriptions, type Tx } from '@parley/persistence';
import type { Difference } from './differences.js';

/** Logs the new inherited values of subscriptions, for clients that do not know inheritance. */
export async function logInherited(
  tx: Tx,
  log: ChangeLog,
  { organizationId, userIds, differing }: { organizationId: number; userIds: readonly number[]; differing: readonly Difference[] },
): Promise<void> {
  for (const property of inheritingProperty.options) {
    const changed = differing.find(({ name }) => name === INHERITED_FROM[property]);
    if (changed === undefined) continue;
    const inheriting = await inheritingSubscriptions(tx, organizationId, userIds, property);
    for (const subscriptions of splitByEvent(inheriting)) {
      log.append(inheritedNotificationsChanged, { property, value: changed.value === true, subscriptions });
    }
  }
}

/** The subscriptions of each event. No event has more than MAX_INHERITING_IDS ids. */
function splitByEvent(inheriting: readonly InheritingSubscriptions[]): InheritingSubscriptions[][] {
  const events: InheritingSubscriptions[][] = [];
  let left = 0;
  for (const { userIds, ...channel } of inheriting) {
    for (let start = 0; start < userIds.length; ) {
      if (left === 0) {
        events.push([]);
        left = MAX_INHERITING_IDS;
      }
      const some = userIds.slice(start, start + left);
      events.at(-1)?.push({ ...channel, userIds: some });
      start += some.length;
      left -= some.length;
    }
  }
  return events;
}

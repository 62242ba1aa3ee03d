import { Injectable } from '@nestjs/common';
import { personalPropertiesOf } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { type PersonalProperties, subscriptionChanged, type updateSubscriptionProperties } from '@parley/contracts/channels';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { type SubscriptionRecord, subscriptionsOf, type Tx } from '@parley/persistence';
import { type ChosenProperty, chosenProperty } from './subscription-properties.js';
import { updatePersonalProperties } from './subscriptions.repository.js';

type Params = InputOf<typeof updateSubscriptionProperties>;

interface Chosen {
  readonly channelId: number;
  readonly property: ChosenProperty;
  readonly value: boolean | string;
}

/** Changes the caller's personal properties of channels. */
@Injectable()
export class UpdateSubscriptionProperties {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, { subscription_data }: Params): Promise<OutputOf<typeof updateSubscriptionProperties>> {
    const chosen = subscription_data.map(({ stream_id, ...requested }) => ({ channelId: stream_id, ...chosenProperty(requested) }));
    await this.eventLog.change(caller.organizationId, (tx, log) => updateIn(tx, log, caller, chosen));
    return {};
  }
}

async function updateIn(tx: Tx, log: ChangeLog, caller: Caller, chosen: readonly Chosen[]): Promise<void> {
  const { organizationId, userId } = caller;
  const subscriptions = await subscriptionsOf(
    tx,
    organizationId,
    [userId],
    chosen.map(({ channelId }) => channelId),
  );
  const properties = checkedSubscriptions(chosen, subscriptions);
  const changes = chosen.filter(({ channelId, property, value }) => {
    const now = properties.get(channelId);
    if (now === undefined || now[property] === value) return false;
    properties.set(channelId, { ...now, [property]: value });
    return true;
  });
  if (changes.length === 0) return;
  await updatePersonalProperties(tx, organizationId, userId, properties);
  log.append(subscriptionChanged, { userId, changes });
}

/** The current properties by channel. The caller must be subscribed to all of the channels. */
function checkedSubscriptions(chosen: readonly Chosen[], subscriptions: readonly SubscriptionRecord[]): Map<number, PersonalProperties> {
  const active = subscriptions.filter((subscription) => subscription.active);
  const byChannel = new Map(active.map((subscription) => [subscription.channelId, personalPropertiesOf(subscription)]));
  const missing = chosen.find(({ channelId }) => !byChannel.has(channelId));
  if (missing !== undefined) throw apiErrors.notSubscribed({ channelId: missing.channelId });
  return byChannel;
}

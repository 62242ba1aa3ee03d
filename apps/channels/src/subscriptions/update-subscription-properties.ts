import { Injectable } from '@nestjs/common';
import { personalPropertiesOf } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { type PersonalProperties, subscriptionChanged, type updateSubscriptionProperties } from '@parley/contracts/channels';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { type SubscriptionRecord, subscriptionsOf, type Tx } from '@parley/persistence';
import { type ChosenProperty, chosenProperty } from './subscription-properties.js';

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
  await store(tx, caller, properties);
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

async function store(tx: Tx, { organizationId, userId }: Caller, properties: ReadonlyMap<number, PersonalProperties>): Promise<void> {
  const all = [...properties.values()];
  await tx.$executeRaw`
    UPDATE subscription s SET color = chosen.color, is_muted = chosen.is_muted, pin_to_top = chosen.pin_to_top,
      desktop_notifications = chosen.desktop, audible_notifications = chosen.audible, push_notifications = chosen.push,
      email_notifications = chosen.email, wildcard_mentions_notify = chosen.wildcard
    FROM unnest(${[...properties.keys()]}::int[], ${all.map((each) => each.color)}::text[], ${all.map((each) => each.is_muted)}::bool[],
      ${all.map((each) => each.pin_to_top)}::bool[], ${all.map((each) => each.desktop_notifications)}::bool[],
      ${all.map((each) => each.audible_notifications)}::bool[], ${all.map((each) => each.push_notifications)}::bool[],
      ${all.map((each) => each.email_notifications)}::bool[], ${all.map((each) => each.wildcard_mentions_notify)}::bool[])
      AS chosen (channel_id, color, is_muted, pin_to_top, desktop, audible, push, email, wildcard)
    WHERE s.user_id = ${userId} AND s.organization_id = ${organizationId} AND s.channel_id = chosen.channel_id`;
}

import { Injectable } from '@nestjs/common';
import { type InputOf, isRole, type OutputOf, ROLES, type subscribeNewAccount } from '@parley/contracts';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { channelsById, defaultChannelIds, subscriptionsOfUser, type Tx, userById } from '@parley/persistence';
import { addSubscriptions } from './add-subscriptions.js';

type Input = InputOf<typeof subscribeNewAccount>;

/** Gives a new account its first channels. Asked again, it changes nothing: a channel that he has or had already is left as it is. */
@Injectable()
export class SubscribeNewAccount {
  constructor(private readonly eventLog: EventLog) {}

  async execute(input: Input): Promise<OutputOf<typeof subscribeNewAccount>> {
    await this.eventLog.change(input.organizationId, (tx, log) => subscribeIn(tx, log, input));
    return {};
  }
}

async function subscribeIn(tx: Tx, log: ChangeLog, { organizationId, userId, channelIds, includesDefaults }: Input): Promise<void> {
  const person = await userById(tx, organizationId, userId);
  if (person === undefined || !person.isActive || !isRole(person.role)) return;
  const defaults = includesDefaults && person.role !== ROLES.guest ? await defaultChannelIds(tx, organizationId) : [];
  const known = new Set((await subscriptionsOfUser(tx, organizationId, userId)).map((subscription) => subscription.channelId));
  const wanted = [...new Set([...defaults, ...channelIds])].filter((id) => !known.has(id));
  const channels = (await channelsById(tx, organizationId, wanted)).filter((channel) => !channel.isArchived);
  if (channels.length === 0) return;
  const { id, role, isBot, botOwnerId } = person;
  await addSubscriptions(tx, log, { organizationId, people: [{ id, role, isBot, botOwnerId }], channels, colors: new Map() });
}

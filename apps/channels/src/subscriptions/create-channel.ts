import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, type OutputOf, ROLES } from '@parley/contracts';
import type { createChannel } from '@parley/contracts/channels';
import { type ChangeLog, EventLog, enqueueNotices } from '@parley/event-log';
import { channelsByName, type Tx } from '@parley/persistence';
import { ChannelPermissions } from '../channels/channel-permissions.js';
import { createChannels } from '../channels/create-channels.js';
import { newChannelSettings } from '../channels/new-channel-settings.js';
import { NoticeAuthor } from '../notices/notice-author.js';
import { addSubscriptions } from './add-subscriptions.js';
import { loadPrincipals } from './principals.js';
import { type RequestedChannel, requestedChannels } from './requested-channels.js';

type Params = InputOf<typeof createChannel>;

const TRANSACTION_TIMEOUT_MS = 25_000;

/** Creates a channel with a new name, and subscribes users to it. */
@Injectable()
export class CreateChannel {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, params: Params): Promise<OutputOf<typeof createChannel>> {
    if (caller.role === ROLES.guest) throw apiErrors.guestsNotAllowed();
    const create = (tx: Tx, log: ChangeLog) => createIn(tx, log, caller, requestedChannels([params]), params);
    return { id: await this.eventLog.change(caller.organizationId, create, { timeoutMs: TRANSACTION_TIMEOUT_MS }) };
  }
}

async function createIn(tx: Tx, log: ChangeLog, caller: Caller, channels: readonly RequestedChannel[], params: Params): Promise<number> {
  const { organizationId } = caller;
  // Without `subscribers` no one is subscribed, not even the caller.
  const people = params.subscribers.length === 0 ? [] : await loadPrincipals(tx, caller, params.subscribers);
  await checkNameIsFree(tx, caller, channels);
  const permissions = await ChannelPermissions.load(tx, caller, []);
  const settings = newChannelSettings(params);
  const created = await createChannels(tx, log, caller, permissions, { channels, settings, groups: params });
  await addSubscriptions(tx, log, { organizationId, people, channels: created, colors: new Map() });
  const [channel] = created;
  if (channel === undefined) throw new Error('the channel was not created');
  const author = await NoticeAuthor.load(tx, caller);
  enqueueNotices(log, organizationId, [...author.created(created), ...(params.announce ? author.announced(created) : [])]);
  return channel.id;
}

async function checkNameIsFree(tx: Tx, { organizationId, userId }: Caller, channels: readonly RequestedChannel[]): Promise<void> {
  const names = channels.map((channel) => channel.name);
  const [holder] = await channelsByName(tx, organizationId, userId, names);
  if (holder !== undefined) throw apiErrors.channelExists({ name: names.join() });
}

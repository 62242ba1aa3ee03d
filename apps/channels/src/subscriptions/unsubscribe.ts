import { Injectable } from '@nestjs/common';
import { hasMetadataAccess, mayRemoveOthers } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { channelNameKey, unsubscribe } from '@parley/contracts/channels';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { type ChannelForUser, channelsByName, type Tx } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { ChannelPermissions } from '../channels/channel-permissions.js';
import { loadPrincipals, type Principal } from './principals.js';
import { removeSubscriptions } from './remove-subscriptions.js';

type Params = InputOf<typeof unsubscribe>;
type Result = OutputOf<typeof unsubscribe>;

const TRANSACTION_TIMEOUT_MS = 25_000;

@Injectable()
export class Unsubscribe {
  constructor(
    private readonly eventLog: EventLog,
    private readonly addresses: OrganizationAddresses,
  ) {}

  execute(caller: Caller, params: Params): Promise<Result> {
    return this.eventLog.change(caller.organizationId, (tx, log) => this.within(tx, log, caller, params), {
      timeoutMs: TRANSACTION_TIMEOUT_MS,
    });
  }

  /** Inside a change. */
  within(tx: Tx, log: ChangeLog, caller: Caller, params: Params): Promise<Result> {
    return unsubscribeIn(tx, log, caller, params, this.addresses);
  }
}

async function unsubscribeIn(tx: Tx, log: ChangeLog, caller: Caller, params: Params, addresses: OrganizationAddresses): Promise<Result> {
  const people = await loadPrincipals(tx, caller, params.principals);
  const found = await channelsByName(tx, caller.organizationId, caller.userId, params.subscriptions);
  const permissions = await ChannelPermissions.load(tx, caller, found);
  const channels = namedChannels(
    params.subscriptions,
    found.filter((channel) => hasMetadataAccess(channel, permissions.relationTo(channel))),
  );
  const removesOthers = people.some((person) => !isOwn(caller, person));
  if (removesOthers && !channels.every((channel) => mayRemoveOthers(permissions.managing(channel))))
    throw apiErrors.insufficientPermission();

  const left = await removeSubscriptions(tx, log, { organizationId: caller.organizationId, people, channels, addresses });
  const hasLeavers = (channel: ChannelForUser) => (left.get(channel.id)?.length ?? 0) > 0;
  return {
    removed: channels.filter(hasLeavers).map((channel) => channel.name),
    not_removed: channels.filter((channel) => !hasLeavers(channel)).map((channel) => channel.name),
  };
}

/** Without duplicates, in the requested order. Channels that the caller may not see count as unknown. */
function namedChannels(names: readonly string[], visible: readonly ChannelForUser[]): ChannelForUser[] {
  const byKey = new Map(visible.map((channel) => [channelNameKey(channel.name), channel]));
  const unknown = names.filter((name) => !byKey.has(channelNameKey(name)));
  if (unknown.length > 0) throw apiErrors.noSuchChannels({ names: unknown });
  return [...new Set(names.flatMap((name) => byKey.get(channelNameKey(name)) ?? []))];
}

function isOwn(caller: Caller, person: Principal): boolean {
  return person.id === caller.userId || person.botOwnerId === caller.userId;
}

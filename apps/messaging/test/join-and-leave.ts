import { EventLog } from '@parley/event-log';
import { channelsById } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import type { ChannelRow, TestSuite, UserRow } from '@parley/testing';
import { addSubscriptions } from '../../channels/src/subscriptions/add-subscriptions.js';
import { removeSubscriptions } from '../../channels/src/subscriptions/remove-subscriptions.js';

const nothing = () => Promise.resolve();
const addresses = new OrganizationAddresses({ EXTERNAL_HOST: 'localhost:9991', EXTERNAL_SCHEME: 'http' });

/**
 * Subscribes a user with the code of the channels service. `beforeCommit` runs while the organization's counter is locked and the change is
 * written, so that everything it starts waits behind the change.
 */
export async function joinChannel(suite: TestSuite, user: UserRow, channel: ChannelRow, beforeCommit = nothing): Promise<void> {
  const { organizationId } = user;
  await logOf(suite).change(organizationId, async (tx, log) => {
    const channels = await channelsById(tx, organizationId, [channel.id]);
    await addSubscriptions(tx, log, { organizationId, people: [principal(user)], channels, colors: new Map() });
    await beforeCommit();
  });
}

/** Ends a subscription with the code of the channels service. */
export async function leaveChannel(suite: TestSuite, user: UserRow, channel: ChannelRow, beforeCommit = nothing): Promise<void> {
  const { organizationId } = user;
  await logOf(suite).change(organizationId, async (tx, log) => {
    const channels = await channelsById(tx, organizationId, [channel.id]);
    await removeSubscriptions(tx, log, { organizationId, people: [principal(user)], channels, addresses });
    await beforeCommit();
  });
}

function logOf({ database, nats }: TestSuite): EventLog {
  return new EventLog(database, nats.bus);
}

function principal({ id, role }: UserRow) {
  return { id, role, isBot: false, botOwnerId: null };
}

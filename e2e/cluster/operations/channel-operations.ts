import {
  addDefaultChannel,
  archiveChannel,
  createChannelFolder,
  createDefaultChannelGroup,
  deleteDefaultChannelGroup,
  getChannelId,
  listChannelFolders,
  removeDefaultChannel,
  reorderChannelFolders,
  setTopicVisibility,
  subscribe,
  TOPIC_VISIBILITY,
  unsubscribe,
  updateChannel,
  updateChannelFolder,
  updateSubscriptionProperties,
} from '@parley/contracts/channels';
import { sendMessage } from '@parley/contracts/messaging';
import type { Operation, OperationContext } from './operation.js';

async function make({ me, myId, otherId, fresh }: OperationContext, settings: Readonly<Record<string, unknown>> = {}) {
  const name = fresh('channel');
  await me.ok(subscribe, { subscriptions: [{ name }], principals: [myId, otherId], ...settings });
  const { stream_id } = await me.ok(getChannelId, { stream: name });
  return { name, stream_id };
}

const joinAndLeave: Operation = async (context) => {
  const { name, stream_id } = await make(context);
  await context.me.ok(sendMessage, { type: 'channel', to: stream_id, topic: 'hello', content: 'hello' });
  await context.me.ok(unsubscribe, { subscriptions: [name] });
  await context.me.ok(subscribe, { subscriptions: [{ name }] });
};

const privately: Operation = async (context) => {
  const { name, stream_id } = await make(context, { invite_only: true });
  await context.me.ok(sendMessage, { type: 'channel', to: stream_id, topic: 'hello', content: 'among us' });
  await context.me.ok(unsubscribe, { subscriptions: [name], principals: [context.otherId] });
};

const configure: Operation = async (context) => {
  const { name, stream_id } = await make(context);
  await context.me.ok(updateChannel, { stream_id, new_name: `${name}, renamed`, description: 'of *late*' });
  await context.me.ok(updateChannel, { stream_id, is_private: true, history_public_to_subscribers: true });
  await context.me.ok(updateChannel, { stream_id, is_private: false });
};

const archive: Operation = async (context) => {
  const { stream_id } = await make(context);
  await context.me.ok(archiveChannel, { stream_id });
  await context.owner.ok(updateChannel, { stream_id, is_archived: false });
};

const welcome: Operation = async (context) => {
  const { stream_id } = await make(context);
  await context.owner.ok(addDefaultChannel, { stream_id });
  await context.owner.ok(removeDefaultChannel, { stream_id });
};

const offerGroup: Operation = async (context) => {
  const { name } = await make(context);
  const group_name = context.fresh('group');
  const { group_id } = await context.owner.ok(createDefaultChannelGroup, { group_name, description: 'chosen', stream_names: [name] });
  await context.owner.ok(deleteDefaultChannelGroup, { group_id: String(group_id) });
};

const personalize: Operation = async ({ me, channelId }) => {
  for (const value of ['#00ff00', '#0000ff']) {
    await me.ok(updateSubscriptionProperties, { subscription_data: [{ stream_id: channelId, property: 'color', value }] });
  }
  for (const visibility_policy of [TOPIC_VISIBILITY.muted, TOPIC_VISIBILITY.followed, TOPIC_VISIBILITY.inherit]) {
    await me.ok(setTopicVisibility, { stream_id: channelId, topic: 'quiet', visibility_policy });
  }
};

/** Another operation may create a folder meanwhile; then the server refuses this order. */
const sortFolders: Operation = async ({ owner, fresh }) => {
  const { channel_folder_id } = await owner.ok(createChannelFolder, { name: fresh('folder') });
  await owner.ok(updateChannelFolder, { channel_folder_id, description: 'sorted' });
  const { channel_folders } = await owner.ok(listChannelFolders, { include_archived: true });
  await owner.call(reorderChannelFolders, { order: channel_folders.map(({ id }) => id).reverse() });
  await owner.ok(updateChannelFolder, { channel_folder_id, is_archived: true });
};

export const channelOperations: readonly Operation[] = [
  joinAndLeave,
  privately,
  configure,
  archive,
  welcome,
  offerGroup,
  personalize,
  sortFolders,
];

import {
  addDefaultChannel,
  archiveChannel,
  createChannelFolder,
  getChannelId,
  listChannelFolders,
  removeDefaultChannel,
  reorderChannelFolders,
  sendMessage,
  setTopicVisibility,
  subscribe,
  TOPIC_VISIBILITY,
  unsubscribe,
  updateChannel,
  updateChannelFolder,
  updateSubscriptionProperties,
} from '@parley/contracts';
import type { Cast, Deed } from './deed.js';

async function make({ me, myId, otherId, fresh }: Cast, settings: Readonly<Record<string, unknown>> = {}) {
  const name = fresh('channel');
  await me.ok(subscribe, { subscriptions: [{ name }], principals: [myId, otherId], ...settings });
  const { stream_id } = await me.ok(getChannelId, { stream: name });
  return { name, stream_id };
}

const joinAndLeave: Deed = async (cast) => {
  const { name, stream_id } = await make(cast);
  await cast.me.ok(sendMessage, { type: 'channel', to: stream_id, topic: 'hello', content: 'hello' });
  await cast.me.ok(unsubscribe, { subscriptions: [name] });
  await cast.me.ok(subscribe, { subscriptions: [{ name }] });
};

const privately: Deed = async (cast) => {
  const { name, stream_id } = await make(cast, { invite_only: true });
  await cast.me.ok(sendMessage, { type: 'channel', to: stream_id, topic: 'hello', content: 'among us' });
  await cast.me.ok(unsubscribe, { subscriptions: [name], principals: [cast.otherId] });
};

const configure: Deed = async (cast) => {
  const { name, stream_id } = await make(cast);
  await cast.me.ok(updateChannel, { stream_id, new_name: `${name}, renamed`, description: 'of *late*' });
  await cast.me.ok(updateChannel, { stream_id, is_private: true, history_public_to_subscribers: true });
  await cast.me.ok(updateChannel, { stream_id, is_private: false });
};

const archive: Deed = async (cast) => {
  const { stream_id } = await make(cast);
  await cast.me.ok(archiveChannel, { stream_id });
  await cast.owner.ok(updateChannel, { stream_id, is_archived: false });
};

const welcome: Deed = async (cast) => {
  const { stream_id } = await make(cast);
  await cast.owner.ok(addDefaultChannel, { stream_id });
  await cast.owner.ok(removeDefaultChannel, { stream_id });
};

const personalize: Deed = async ({ me, channelId }) => {
  for (const value of ['#00ff00', '#0000ff']) {
    await me.ok(updateSubscriptionProperties, { subscription_data: [{ stream_id: channelId, property: 'color', value }] });
  }
  for (const visibility_policy of [TOPIC_VISIBILITY.muted, TOPIC_VISIBILITY.followed, TOPIC_VISIBILITY.inherit]) {
    await me.ok(setTopicVisibility, { stream_id: channelId, topic: 'quiet', visibility_policy });
  }
};

/** Another operation may create a folder meanwhile; then the server refuses this order. */
const sortFolders: Deed = async ({ owner, fresh }) => {
  const { channel_folder_id } = await owner.ok(createChannelFolder, { name: fresh('folder') });
  await owner.ok(updateChannelFolder, { channel_folder_id, description: 'sorted' });
  const { channel_folders } = await owner.ok(listChannelFolders, { include_archived: true });
  await owner.call(reorderChannelFolders, { order: channel_folders.map(({ id }) => id).reverse() });
  await owner.ok(updateChannelFolder, { channel_folder_id, is_archived: true });
};

export const channelDeeds: readonly Deed[] = [joinAndLeave, privately, configure, archive, welcome, personalize, sortFolders];

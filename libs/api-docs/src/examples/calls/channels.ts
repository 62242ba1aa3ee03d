import { answer, type CallExamples } from '../call-example.js';

/** Created by the example. */
const stream_id = answer('createChannel', '.id');
/** Exists from the beginning. */
const general = answer('getChannelId', '.stream_id');
const group_id = answer('createDefaultChannelGroup', '.group_id');
const channel_folder_id = answer('createChannelFolder', '.channel_folder_id');

export const channelCalls: CallExamples = {
  createChannel: { params: { name: 'design {now}', subscribers: [answer('getMe', '.user_id')] } },
  getChannelId: { params: { stream: 'general' } },
  getChannel: { params: { stream_id: general } },
  getChannelEmailAddress: { params: { stream_id: general } },
  listChannels: { params: {} },
  listChannelMembers: { params: { stream_id: general } },
  listTopics: { params: { stream_id: general } },
  updateChannel: { params: { stream_id, description: 'How the product **looks**' } },
  archiveChannel: { params: { stream_id } },
  addDefaultChannel: { params: { stream_id } },
  createDefaultChannelGroup: { params: { group_name: 'Engineers {now}', description: 'Who build it', stream_names: [] } },
  updateDefaultChannelGroup: { params: { group_id, new_description: 'Who design it' } },
  updateDefaultChannelGroupChannels: { params: { group_id, op: 'add', stream_names: ['engineering'] } },
  deleteDefaultChannelGroup: { params: { group_id } },
  removeDefaultChannel: { params: { stream_id }, after: ['addDefaultChannel'] },
  subscribe: { params: { subscriptions: [{ name: 'design {now}', description: 'How the product looks' }] } },
  unsubscribe: { params: { subscriptions: ['design {now}'] }, after: ['subscribe'] },
  listSubscriptions: { params: {} },
  getIsSubscribed: { params: { user_id: answer('getMe', '.user_id'), stream_id: general } },
  listChannelsOfUser: { params: { user_id: answer('getMe', '.user_id') } },
  updateSubscriptions: { params: { delete: ['design {now}'] }, after: ['subscribe'] },
  updateSubscriptionProperty: { params: { stream_id: general, property: 'pin_to_top', value: true } },
  updateSubscriptionProperties: { params: { subscription_data: [{ stream_id: general, property: 'pin_to_top', value: true }] } },
  setTopicVisibility: { params: { stream_id: general, topic: 'lunch', visibility_policy: 3 } },
  changeMutedTopics: { params: { stream: 'general', topic: 'noise {now}', op: 'add' } },
  createChannelFolder: { params: { name: 'Teams {now}', description: 'One for each team' } },
  listChannelFolders: { params: {}, after: ['createChannelFolder'] },
  updateChannelFolder: { params: { channel_folder_id, name: 'All teams {now}' } },
  reorderChannelFolders: { params: { order: answer('listChannelFolders', '.channel_folders.map(({ id }) => id)') } },
};

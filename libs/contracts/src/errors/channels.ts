import { bad, make } from './api-error.js';

/** Errors about channels, folders, topics and subscriptions. */
export const channelErrors = {
  // The channel of a message to be sent. Clients show this code as a wrong destination; all other endpoints return the errors below it.
  noSuchDestinationName: (args: { stream: string }) =>
    make(400, 'STREAM_DOES_NOT_EXIST', `Channel '${args.stream}' does not exist`, { stream: args.stream }),
  noSuchDestinationId: (args: { streamId: number }) =>
    make(400, 'STREAM_DOES_NOT_EXIST', `Channel with ID '${args.streamId}' does not exist`, { stream_id: args.streamId }),
  invalidChannelId: () => bad('Invalid channel ID'),
  invalidChannelName: (args: { name: string }) => bad(`Invalid channel name '${args.name}'`),
  noSuchChannels: (args: { names: readonly string[] }) => bad(`Channel(s) (${args.names.join(', ')}) do not exist`),
  channelNotAccessible: (args: { name: string }) => bad(`Unable to access channel (${args.name}).`),
  channelContentAccessRequired: () => bad('Channel content access is required.'),
  cannotAdministerChannel: () => make(400, 'CANNOT_ADMINISTER_CHANNEL', 'You do not have permission to administer this channel.'),

  // The name of a channel
  channelNameEmpty: () => bad("Channel name can't be empty."),
  channelNameTooLong: (args: { limit: number }) => bad(`Channel name too long (limit: ${args.limit} characters).`),
  /** `position` counts from 1. */
  channelNameInvalid: (args: { position: number }) => bad(`Invalid character in channel name, at position ${args.position}.`),
  channelNameUnchanged: () => bad('Channel already has that name.'),
  channelNameInUse: (args: { name: string }) => bad(`Channel name '${args.name}' is already taken.`),
  channelExists: (args: { name: string }) => bad(`Channel '${args.name}' already exists`),

  // The settings of a channel
  conflictingChannelSettings: () => bad('Invalid parameters'),
  defaultChannelMustBePublic: () => bad('A default channel cannot be private.'),
  privateChannelCannotBeDefault: () => bad('Private channels cannot be made default.'),
  webPublicChannelsDisabled: () => bad('Web-public channels are not enabled.'),
  channelHasNamedTopics: () => bad('To enable this configuration, all messages in this channel must be in the general chat topic.'),
  channelAlreadyArchived: () => bad('Channel is already deactivated'),

  // Posting
  mayNotPost: () => bad('You do not have permission to post in this channel.'),
  mayNotCreateTopics: () => bad('You do not have permission to create new topics in this channel.'),
  /** `position` counts from 1. */
  invalidTopicCharacter: (args: { position: number }) => bad(`Invalid character in topic, at position ${args.position}!`),
  generalChatDisabled: () => bad('Sending messages to the general chat is not allowed in this channel.'),
  generalChatOnly: () => bad('Only the general chat topic is allowed in this channel.'),

  // Folders
  invalidChannelFolderId: () => bad('Invalid channel folder ID'),
  channelFolderNameEmpty: () => bad("Channel folder name can't be empty."),
  channelFolderNameInvalid: (args: { position: number }) => bad(`Invalid character in channel folder name, at position ${args.position}.`),
  channelFolderExists: (args: { name: string }) => bad(`Channel folder '${args.name}' already exists`),
  channelFolderNotEmpty: () => bad('You need to remove all the channels from this folder to archive it.'),
  invalidChannelFolderOrder: () => bad('Invalid order mapping.'),

  // Groups of default channels
  noSuchDefaultGroup: (args: { id: number }) => bad(`Default channel group with id '${args.id}' does not exist.`),
  defaultGroupNameInvalid: () => bad('Invalid default channel group name'),
  defaultGroupNameTooLong: (args: { limit: number }) => bad(`Default channel group name too long (limit: ${args.limit} characters)`),
  defaultGroupExists: (args: { name: string }) => bad(`Default channel group '${args.name}' already exists`),
  defaultGroupNameUnchanged: (args: { name: string }) => bad(`This default channel group is already named '${args.name}'`),
  noDefaultGroupChange: () => bad('You must pass "new_description" or "new_group_name".'),
  invalidDefaultGroupOp: () => bad('Invalid value for "op". Specify one of "add" or "remove".'),
  channelIsDefault: (args: { channel: string; group: string }) =>
    bad(`'${args.channel}' is a default channel and cannot be added to '${args.group}'`),
  channelAlreadyInDefaultGroup: (args: { channel: string; group: string }) =>
    bad(`Channel '${args.channel}' is already present in default channel group '${args.group}'`),
  channelNotInDefaultGroup: (args: { channel: string; group: string }) =>
    bad(`Channel '${args.channel}' is not present in default channel group '${args.group}'`),

  // Subscriptions
  cannotSubscribeOthers: () => bad('You do not have permission to subscribe other users to channels.'),
  noSubscriptionsToChange: () => bad('Nothing to do. Specify at least one of "add" or "delete".'),
  notSubscribed: (args: { channelId: number }) => bad(`Not subscribed to channel ID ${args.channelId}`),
  invalidSubscriptionProperty: (args: { property: string }) => bad(`Unknown subscription property: ${args.property}`),
  subscriptionPropertyNotBoolean: (args: { property: string }) => bad(`${args.property} is not a boolean`),
  colorNotString: () => bad('color is not a string'),
  colorInvalid: () => bad('color is not a valid hex color code'),
} as const;

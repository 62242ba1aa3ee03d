import { bad, make } from './api-error.js';

/** Errors about channels, folders, topics and subscriptions. */
export const channelErrors = {
  channelNameUnknown: (args: { stream: string }) =>
    make(400, 'STREAM_DOES_NOT_EXIST', `Channel '${args.stream}' does not exist`, { stream: args.stream }),
  channelIdUnknown: (args: { streamId: number }) =>
    make(400, 'STREAM_DOES_NOT_EXIST', `Channel with ID '${args.streamId}' does not exist`, { stream_id: args.streamId }),
  invalidChannelId: () => bad('Invalid channel ID'),
  cannotAdministerChannel: () => make(400, 'CANNOT_ADMINISTER_CHANNEL', 'You do not have permission to administer this channel.'),
} as const;

import { channelErrors } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

export const channelErrorExamples: ErrorExamples<typeof channelErrors> = {
  channelExists: { args: { name: 'design' }, fields: {} },
  channelFolderExists: { args: { name: 'Teams' }, fields: {} },
  channelFolderNameInvalid: { args: { position: 3 }, fields: {} },
  channelAlreadyInDefaultGroup: { args: { channel: 'design', group: 'Engineers' }, fields: {} },
  channelIsDefault: { args: { channel: 'design', group: 'Engineers' }, fields: {} },
  channelNotInDefaultGroup: { args: { channel: 'design', group: 'Engineers' }, fields: {} },
  defaultGroupExists: { args: { name: 'Engineers' }, fields: {} },
  defaultGroupNameTooLong: { args: { limit: 60 }, fields: {} },
  defaultGroupNameUnchanged: { args: { name: 'Engineers' }, fields: {} },
  noSuchDefaultGroup: { args: { id: 99 }, fields: {} },
  noSuchDestinationId: { args: { streamId: 99 }, fields: { stream_id: z.int() } },
  noSuchDestinationName: { args: { stream: 'nowhere' }, fields: { stream: z.string() } },
  channelNameInvalid: { args: { position: 3 }, fields: {} },
  channelNameInUse: { args: { name: 'design' }, fields: {} },
  channelNameTooLong: { args: { limit: 60 }, fields: {} },
  channelNotAccessible: { args: { name: 'board' }, fields: {} },
  noSuchChannels: { args: { names: ['nowhere', 'nothing'] }, fields: {} },
  invalidChannelName: { args: { name: 'nowhere' }, fields: {} },
  invalidTopicCharacter: { args: { position: 3 }, fields: {} },
  notSubscribed: { args: { channelId: 99 }, fields: {} },
  subscriptionPropertyNotBoolean: { args: { property: 'is_muted' }, fields: {} },
  invalidSubscriptionProperty: { args: { property: 'is_loud' }, fields: {} },
};

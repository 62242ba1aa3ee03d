import { z } from 'zod';
import { endpoint } from '../contract.js';
import { type GroupSettingUpdate, groupSettingUpdate } from '../group-setting-value.js';
import { LIMITS } from '../limits.js';
import { bool, json, Param, pathInt, storedText, text } from '../wire/param.js';
import { channelGroupParameters } from './channel-group-parameters.js';
import { channelSettingErrors, retentionParameter, topicsPolicyParameter } from './new-channel-parameters.js';

const groupSettingChange = (): Param<GroupSettingUpdate | undefined> => json<GroupSettingUpdate>(groupSettingUpdate).optional();

/**
 * Changes a channel that the caller administers. All or nothing. The order of the checks is part of the API. Unchanged values
 * cause no events.
 */
export const updateChannel = endpoint({
  name: 'updateChannel',
  method: 'PATCH',
  path: '/streams/{stream_id}',
  service: 'channels',
  scope: 'manage_channels',
  channelLimit: 'stream_id',
  summary: 'Update a channel',
  // Making it private notifies every user who loses it.
  timeoutMs: 30_000,
  params: {
    stream_id: pathInt(),
    new_name: text().optional(),
    description: storedText({ max: LIMITS.max_stream_description_length }).optional().describe('Description: one line of Markdown.'),
    is_private: bool()
      .optional()
      .describe('Also sets `history_public_to_subscribers` to the opposite value, unless that parameter is given.'),
    is_web_public: bool().optional(),
    history_public_to_subscribers: bool().optional(),
    is_default_stream: bool().optional().describe('Whether new users are subscribed to the channel. Requires an administrator.'),
    is_archived: bool().optional().describe('`false` unarchives the channel. `true` has no effect.'),
    message_retention_days: retentionParameter().optional().describe('Requires an organization owner.'),
    topics_policy: topicsPolicyParameter().optional(),
    folder_id: json<number | null>(z.int().nullable())
      .optional()
      .describe('Id of a channel folder. `null` removes the channel from its folder.'),
    ...channelGroupParameters(groupSettingChange),
  },
  response: {},
  errors: [
    'invalidChannelId',
    'cannotAdministerChannel',
    'insufficientPermission',
    'tokenNotAllowed',
    'ownersOnly',
    'channelContentAccessRequired',
    'channelNameUnchanged',
    'channelNameInUse',
    'channelHasNamedTopics',
    'expectationMismatch',
    ...channelSettingErrors,
  ],
});

import { z } from 'zod';
import { endpoint } from '../contract.js';
import { type DefaultChannelGroupObject, defaultChannelGroupObject } from '../default-channel-group.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { json, pathInt, storedText, text } from '../wire/param.js';

const MAX_DESCRIPTION = 1_024;
/** More than the number of channels that a person would select. */
const MAX_CHANNELS = 1_000;

export { type DefaultChannelGroupObject, defaultChannelGroupObject };

const stream_names = json(z.array(z.string()).max(MAX_CHANNELS)).describe('Names of public channels.').example(['general']);
const group_id = pathInt().describe('Id of the group of default channels.');
const name = text().describe('Name of the group, unique in the organization.').example('Engineers');
const description = storedText({ max: MAX_DESCRIPTION });
const namingErrors = ['defaultGroupNameInvalid', 'defaultGroupNameTooLong', 'defaultGroupExists'] as const;
const channelErrors = ['invalidChannelName', 'privateChannelCannotBeDefault', 'channelIsDefault'] as const;

/** People who join by a link can choose the group, and are then subscribed to its channels. For administrators. */
export const createDefaultChannelGroup = endpoint({
  service: 'channels',
  scope: 'manage_channels',
  name: 'createDefaultChannelGroup',
  method: 'POST',
  path: '/default_stream_groups/create',
  summary: 'Create a group of default channels',
  params: { group_name: name, description, stream_names },
  response: { group_id: z.int() },
  errors: ['administratorsOnly', ...namingErrors, ...channelErrors],
  example: { group_id: 3 },
});

/** For administrators. */
export const updateDefaultChannelGroup = endpoint({
  service: 'channels',
  scope: 'manage_channels',
  response: {},
  name: 'updateDefaultChannelGroup',
  method: 'PATCH',
  path: '/default_stream_groups/{group_id}',
  summary: 'Update a group of default channels',
  params: { group_id, new_group_name: name.optional(), new_description: description.optional() },
  errors: ['administratorsOnly', 'noSuchDefaultGroup', 'noDefaultGroupChange', 'defaultGroupNameUnchanged', ...namingErrors],
});

/** Nothing changes for people who chose it. For administrators. */
export const deleteDefaultChannelGroup = endpoint({
  service: 'channels',
  scope: 'manage_channels',
  response: {},
  name: 'deleteDefaultChannelGroup',
  method: 'DELETE',
  path: '/default_stream_groups/{group_id}',
  summary: 'Delete a group of default channels',
  params: { group_id },
  errors: ['administratorsOnly', 'noSuchDefaultGroup'],
});

/** For administrators. */
export const updateDefaultChannelGroupChannels = endpoint({
  service: 'channels',
  scope: 'manage_channels',
  response: {},
  name: 'updateDefaultChannelGroupChannels',
  method: 'PATCH',
  path: '/default_stream_groups/{group_id}/streams',
  summary: 'Update the channels of a group of default channels',
  params: { group_id, op: text().values(['add', 'remove']).example('add'), stream_names },
  errors: [
    'administratorsOnly',
    'invalidDefaultGroupOp',
    'noSuchDefaultGroup',
    'channelAlreadyInDefaultGroup',
    'channelNotInDefaultGroup',
    ...channelErrors,
  ],
});

const payload = z.object({ groups: z.array(defaultChannelGroupObject) });

/** The groups of default channels changed. Contains all of them. */
export const defaultChannelGroupsChanged: DomainEvent<'default-channel-groups.changed', z.infer<typeof payload>> = domainEvent({
  type: 'default-channel-groups.changed',
  owner: 'channels',
  payload,
});

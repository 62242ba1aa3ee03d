import { z } from 'zod';
import { endpoint } from '../contract.js';
import { channelFolderExample } from '../examples/channels.js';
import { bool } from '../wire/param.js';
import { channelFolderObject } from './channel-folder-object.js';

/** The organization's channel folders, in their order. */
export const listChannelFolders = endpoint({
  name: 'listChannelFolders',
  method: 'GET',
  path: '/channel_folders',
  service: 'channels',
  scope: 'read',
  summary: 'Get channel folders',
  params: { include_archived: bool().default(false) },
  response: { channel_folders: z.array(channelFolderObject) },
  example: { channel_folders: [channelFolderExample] },
});

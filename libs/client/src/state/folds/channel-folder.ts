import { channelFolderObject } from '@parley/contracts/channels';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const folders = z.array(channelFolderObject);
const added = z.object({ channel_folder: channelFolderObject });
const updated = z.object({ channel_folder_id: z.int(), data: z.record(z.string(), z.unknown()) });
const reordered = z.object({ order: z.array(z.int()) });

export const foldChannelFolder: Fold = (state, event) => {
  if (!('channel_folders' in state)) return state;
  const known = folders.parse(state.channel_folders);
  switch (event.op) {
    case 'add':
      return { ...state, channel_folders: [...known, added.parse(event).channel_folder] };
    case 'update': {
      const { channel_folder_id, data } = updated.parse(event);
      return { ...state, channel_folders: known.map((folder) => (folder.id === channel_folder_id ? { ...folder, ...data } : folder)) };
    }
    case 'reorder': {
      const { order } = reordered.parse(event);
      const placeOf = (id: number, before: number) => (order.includes(id) ? order.indexOf(id) : before);
      return { ...state, channel_folders: known.map((folder) => ({ ...folder, order: placeOf(folder.id, folder.order) })) };
    }
    default:
      throw new Error(`no fold for channel_folder ${String(event.op)}`);
  }
};

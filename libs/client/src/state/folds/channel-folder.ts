import type { Fold } from '../client-state.js';
import { merged, withChanged } from '../lists.js';

export const foldChannelFolder: Fold<'channel_folder'> = (state, event) => {
  const known = state.channel_folders;
  if (!known) return state;
  switch (event.op) {
    case 'add':
      return { ...state, channel_folders: [...known, event.channel_folder] };
    case 'update': {
      const { channel_folder_id, data } = event;
      return {
        ...state,
        channel_folders: withChanged(
          known,
          ({ id }) => id === channel_folder_id,
          (folder) => merged(folder, data),
        ),
      };
    }
    case 'reorder': {
      const places = new Map(event.order.map((id, place) => [id, place]));
      return { ...state, channel_folders: known.map((folder) => ({ ...folder, order: places.get(folder.id) ?? folder.order })) };
    }
  }
};

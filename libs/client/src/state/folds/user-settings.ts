import { z } from 'zod';
import type { ClientState, Fold } from '../fold.js';

const update = z.object({ op: z.literal('update'), property: z.string(), value: z.unknown() });
const settings = z.record(z.string(), z.unknown());

const foldOwnSettings = settingFold('user_settings');
export const foldUserSettings: Fold = (state, event, userId) => withoutDrafts(foldOwnSettings(state, event, userId), event);
export const foldSettingDefaults: Fold = settingFold('realm_user_settings_defaults');

function settingFold(group: 'user_settings' | 'realm_user_settings_defaults'): Fold {
  return (state, event) => {
    if (!(group in state)) return state;
    const { property, value } = update.parse(event);
    return { ...state, [group]: { ...settings.parse(state[group]), [property]: value } };
  };
}

/** Turning off the synchronization of drafts deletes them on the server, without a further event. */
function withoutDrafts(state: ClientState, event: Parameters<Fold>[1]): ClientState {
  const { property, value } = update.parse(event);
  return 'drafts' in state && property === 'enable_drafts_synchronization' && value === false ? { ...state, drafts: [] } : state;
}

import { z } from 'zod';
import type { Fold } from '../fold.js';

const update = z.object({ op: z.literal('update'), property: z.string(), value: z.unknown() });
const settings = z.record(z.string(), z.unknown());

export const foldUserSettings: Fold = settingFold('user_settings');
export const foldSettingDefaults: Fold = settingFold('realm_user_settings_defaults');

function settingFold(group: 'user_settings' | 'realm_user_settings_defaults'): Fold {
  return (state, event) => {
    if (!(group in state)) return state;
    const { property, value } = update.parse(event);
    return { ...state, [group]: { ...settings.parse(state[group]), [property]: value } };
  };
}

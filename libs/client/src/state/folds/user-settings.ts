import type { Fold } from '../client-state.js';

/** Turning off the synchronization of drafts deletes them on the server, without a further event. */
export const foldUserSettings: Fold<'user_settings'> = (state, { property, value }) => {
  const changed = state.user_settings ? { ...state, user_settings: { ...state.user_settings, [property]: value } } : state;
  return changed.drafts && property === 'enable_drafts_synchronization' && value === false ? { ...changed, drafts: [] } : changed;
};

export const foldSettingDefaults: Fold<'realm_user_settings_defaults'> = (state, { property, value }) => {
  const known = state.realm_user_settings_defaults;
  return known ? { ...state, realm_user_settings_defaults: { ...known, [property]: value } } : state;
};

import { endpoint } from '../contract.js';
import { settingParameters } from './setting-parameters.js';
import { DEFAULT_SETTING_NAMES } from './user-settings.js';

/** Changes the initial settings of future accounts. Existing users' settings do not change. Administrators only. */
export const updateSettingDefaults = endpoint({
  name: 'updateSettingDefaults',
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  service: 'settings',
  scope: 'manage_organization',
  summary: 'Update the default settings of new users',
  params: settingParameters(DEFAULT_SETTING_NAMES),
  response: {},
  errors: ['administratorsOnly'],
  safeToRetry: true,
  example: {},
});

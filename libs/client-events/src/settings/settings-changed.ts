import { ALL_ROLES } from '@parley/contracts';
import { settingDefaultsChanged, settingsChanged } from '@parley/contracts/settings';
import { fanOut } from '../fan-out.js';
import { settingValueFor } from '../stock-clients.js';
import { languageName } from './languages.js';

export const settingsChangedFanOut = fanOut(settingsChanged, {
  parts: ({ userIds, changes: changed }) =>
    changed.map(({ name, value }) => ({
      clientType: 'user_settings',
      audience: { users: userIds },
      render: ({ clientName }) => ({
        type: 'user_settings',
        op: 'update',
        property: name,
        value: settingValueFor(clientName, name, value),
        ...(name === 'default_language' ? { language_name: languageName(String(value)) } : {}),
      }),
    })),
});

export const settingDefaultsChangedFanOut = fanOut(settingDefaultsChanged, {
  parts: ({ changes: changed }) =>
    changed.map(({ name, value }) => ({
      clientType: 'realm_user_settings_defaults',
      audience: { roles: ALL_ROLES },
      render: ({ clientName }) => ({
        type: 'realm_user_settings_defaults',
        op: 'update',
        property: name,
        value: settingValueFor(clientName, name, value),
      }),
    })),
});

import { ALL_ROLES, ROLES } from '@parley/contracts';
import { settingDefaultsChanged, settingsChanged } from '@parley/contracts/settings';
import { fanOut, type Part } from '../fan-out.js';
import { failsOnUnknownTypes, settingValueFor } from '../stock-clients.js';
import { languageName } from './languages.js';

const CONSENT = 'allow_private_data_export';

export const settingsChangedFanOut = fanOut(settingsChanged, {
  parts: ({ userIds, changes: changed }) => [
    ...changed.map(
      ({ name, value }): Part => ({
        clientType: 'user_settings',
        audience: { users: userIds },
        render: ({ clientName }) => ({
          type: 'user_settings',
          op: 'update',
          property: name,
          value: settingValueFor(clientName, name, value),
          ...(name === 'default_language' ? { language_name: languageName(String(value)) } : {}),
        }),
      }),
    ),
    ...changed.filter(({ name }) => name === CONSENT).flatMap(({ value }) => userIds.map((userId) => consentPart(userId, value === true))),
  ],
});

/** Administrators see who allows the export of their private data. */
function consentPart(userId: number, consented: boolean): Part {
  return {
    clientType: 'realm_export_consent',
    audience: { roles: [ROLES.owner, ROLES.administrator] },
    wants: ({ eventTypes, clientName }) => eventTypes !== null || !failsOnUnknownTypes(clientName),
    render: () => ({ type: 'realm_export_consent', user_id: userId, consented }),
  };
}

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

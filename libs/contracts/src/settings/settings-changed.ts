import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';
import { languageName } from './languages.js';
import { settingValueFor } from './stock-clients.js';

const change = z.object({
  /** Name in USER_SETTINGS, with a value of its type. */
  name: z.string(),
  value: z.union([z.boolean(), z.number(), z.string()]),
});
const changes = z.array(change);

const payload = z.object({ userIds: z.array(z.int()).max(1000), changes });

/** Settings of users changed. Changes of those stored with the account are logged by the organization service, which writes them. */
export const settingsChanged: DomainEvent<'settings.changed', z.infer<typeof payload>> = domainEvent({
  type: 'settings.changed',
  owner: 'settings',
  payload,
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

const defaultsPayload = z.object({ changes });

/** The initial settings of future accounts changed. */
export const settingDefaultsChanged: DomainEvent<'setting-defaults.changed', z.infer<typeof defaultsPayload>> = domainEvent({
  type: 'setting-defaults.changed',
  owner: 'settings',
  payload: defaultsPayload,
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

import { z } from 'zod';
import { endpoint } from '../contract.js';
import { ownAccountErrors } from '../organization/account-errors.js';
import { json, text } from '../wire/param.js';
import { settingParameters } from './setting-parameters.js';
import { USER_SETTING_NAMES } from './user-settings.js';

/** The maximum number of users of an organization. */
const MAX_TARGETS = 50_000;

const targetUsers = z.object({
  user_ids: z.array(z.int()).max(MAX_TARGETS).optional(),
  group_ids: z.array(z.int()).max(MAX_TARGETS).optional(),
  skip_if_already_edited: z.boolean().optional(),
});
export type TargetUsers = z.infer<typeof targetUsers>;

const changes = {
  full_name: text().optional().example('Zoe Ångström'),
  email: text()
    .optional()
    .describe('New email address. It takes effect when the user opens the link that is mailed to it.')
    .example('zoe@demo.example'),
  old_password: text().optional(),
  new_password: text().optional().describe('Requires `old_password`. The API key and event queues stay valid.'),
  ...settingParameters(USER_SETTING_NAMES),
  target_users: json(targetUsers)
    .optional()
    .describe(
      'Changes the settings of these users instead of the settings of the caller. Requires an administrator. Not available for settings of the account, privacy or email delivery. With `skip_if_already_edited`, settings that a user has changed before are skipped.',
    )
    .example({ group_ids: [11], skip_if_already_edited: true }),
};

const errors = [
  'humansOnly',
  'tokenNotAllowed',
  'administratorsOnly',
  'noSuchUser',
  'settingNotOfOthers',
  'noTargetUsers',
  'invalidUserId',
  'invalidUserGroupId',
  ...ownAccountErrors,
] as const;
const rest = { humansOnly: true, params: changes, response: {}, errors } as const;
/** With target_users it may change the settings of all users. */
const slow = { timeoutMs: 30_000 } as const;

/** Changes the caller's settings, name, password or address. Unchanged values cause no events. */
export const updateSettings = endpoint({
  ...rest,
  ...slow,
  service: 'settings',
  scope: 'personal',
  method: 'PATCH',
  name: 'updateSettings',
  path: '/settings',
  summary: 'Update your settings',
  example: {},
});

/** Like updateSettings. */
export const updateDisplaySettings = endpoint({
  ...rest,
  ...slow,
  service: 'settings',
  scope: 'personal',
  method: 'PATCH',
  name: 'updateDisplaySettings',
  path: '/settings/display',
  summary: 'Update your display settings',
  deprecated: true,
});

/** Like updateSettings. */
export const updateNotificationSettings = endpoint({
  ...rest,
  ...slow,
  service: 'settings',
  scope: 'personal',
  method: 'PATCH',
  name: 'updateNotificationSettings',
  path: '/settings/notifications',
  summary: 'Update your notification settings',
  deprecated: true,
});

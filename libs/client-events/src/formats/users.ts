import { botExample, userExample } from '@parley/contracts/examples';
import { botDefaults, botObject, botService, userObject } from '@parley/contracts/organization';
import { z } from 'zod';
import { clientEvent } from '../client-event.js';

export const realmUserAddEvent = clientEvent({
  type: 'realm_user',
  op: 'add',
  summary: 'A user was created, or became visible to the user.',
  fields: { person: userObject },
  example: { person: userExample },
});

export const realmUserUpdateEvent = clientEvent({
  type: 'realm_user',
  op: 'update',
  summary: 'The profile, role or status of a user changed. Contains only the fields that changed.',
  fields: {
    person: userObject
      .pick({
        full_name: true,
        avatar_url: true,
        avatar_version: true,
        bot_owner_id: true,
        delivery_email: true,
        role: true,
        email: true,
        timezone: true,
        is_active: true,
      })
      .extend({
        avatar_url_medium: z.string().nullable(),
        avatar_source: z.string(),
        new_email: z.string().describe('The new API email address.'),
        custom_profile_field: z.object({ id: z.int(), value: z.string().nullable(), rendered_value: z.string().optional() }),
      })
      .partial()
      .extend({ user_id: z.int() }),
  },
  example: { person: { user_id: 7, full_name: 'Leila Haddad' } },
});

export const realmUserRemoveEvent = clientEvent({
  type: 'realm_user',
  op: 'remove',
  summary: 'A user is no longer visible to the user.',
  fields: { person: userObject.pick({ user_id: true, full_name: true }) },
  example: { person: { user_id: 7, full_name: 'Leila Haddad' } },
});

export const realmBotAddEvent = clientEvent({
  type: 'realm_bot',
  op: 'add',
  summary: 'A bot became visible to its owner or to an administrator.',
  fields: { bot: botObject },
  example: { bot: botExample },
});

export const realmBotUpdateEvent = clientEvent({
  type: 'realm_bot',
  op: 'update',
  summary: 'The default settings of a bot changed, or the program behind it.',
  fields: {
    bot: botDefaults
      .extend({ services: z.array(botService) })
      .partial()
      .extend({ user_id: z.int() }),
  },
  example: { bot: { user_id: 12, default_sending_stream: 'general' } },
});

export const realmBotDeleteEvent = clientEvent({
  type: 'realm_bot',
  op: 'delete',
  summary: 'A bot was deactivated, or the user no longer owns it.',
  fields: { bot: botObject.pick({ user_id: true }) },
  example: { bot: { user_id: 12 } },
});

import { z } from 'zod';
import { endpoint } from '../contract.js';
import { ALL_ROLES } from '../roles.js';
import { bool, int, json, pathInt, text, textOrJson } from '../wire/param.js';
import { fullNameErrors } from './account-errors.js';
import { botAvatar, botAvatarErrors } from './bot-avatar.js';
import { botConfig } from './bot-config.js';
import { PICTURE_TIMEOUT_MS } from './change-avatar.js';
import { botDefaults } from './realm-bot-events.js';

const errors = ['noSuchBot', 'insufficientPermission', 'ownersOnly'] as const;

/**
 * Changes a bot, all or nothing. For its owner and administrators; its role only for administrators. Only owners can take a bot from another owner,
 * or a bot with the owner role. A change of owner replaces the bot's API key and ends its event queues.
 */
export const updateBot = endpoint({
  name: 'updateBot',
  method: 'PATCH',
  path: '/bots/{bot_id}',
  service: 'organization',
  scope: 'full',
  summary: 'Update a bot',
  humansOnly: true,
  membersOnly: true,
  params: {
    bot_id: pathInt(),
    full_name: text().optional().example('Weather'),
    role: json(z.literal(ALL_ROLES)).optional().describe('Role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
    bot_owner_id: int().optional().describe('User id of the new owner. The bot gets a new API key.'),
    default_sending_stream: text().optional().describe('Name of a channel, or empty for none.'),
    default_events_register_stream: text().optional().describe('Name of a channel, or empty for none.'),
    default_all_public_streams: bool().optional(),
    service_payload_url: textOrJson(z.string()).optional().describe('Outgoing webhooks: the address of the program.'),
    service_interface: int().optional().describe('Outgoing webhooks: 1 for JSON, 2 for the form of Slack.'),
    config_data: botConfig().optional().describe('Values of options of integrations to set. An empty text removes a value.'),
    file: botAvatar,
  },
  timeoutMs: PICTURE_TIMEOUT_MS,
  response: {
    full_name: z.string(),
    avatar_url: z.string(),
    ...botDefaults.shape,
    /** API email. Absent if it has no owner. */
    bot_owner: z.string().optional(),
  },
  errors: [
    ...errors,
    'administratorsOnly',
    'noSuchBotOwner',
    'newBotOwnerDeactivated',
    'newBotOwnerIsBot',
    'unknownBotConfig',
    'notOutgoingWebhook',
    'invalidPayloadUrl',
    'invalidInterface',
    'invalidChannelName',
    ...botAvatarErrors,
    ...fullNameErrors,
  ],
  example: {
    full_name: 'Lunch',
    avatar_url: 'https://secure.gravatar.com/avatar/ae7a62bd468730e97ab03403a82652ff?d=identicon&version=1',
    default_sending_stream: 'general',
    default_events_register_stream: null,
    default_all_public_streams: false,
    bot_owner: 'leila@demo.example',
  },
});

/**
 * Deactivates a bot: its API key is rejected and its queues end. For its owner and administrators; for owners only, if an owner owns it or it is
 * one.
 */
export const deactivateBot = endpoint({
  name: 'deactivateBot',
  method: 'DELETE',
  path: '/bots/{bot_id}',
  service: 'organization',
  scope: 'full',
  summary: 'Deactivate a bot',
  humansOnly: true,
  membersOnly: true,
  params: { bot_id: pathInt() },
  response: {},
  errors,
});

/** For the owner of the bot and administrators; for owners only, if an owner owns it or it is one. */
export const getBotApiKey = endpoint({
  name: 'getBotApiKey',
  method: 'GET',
  path: '/bots/{bot_id}/api_key',
  service: 'organization',
  scope: 'full',
  summary: 'Get the API key of a bot',
  humansOnly: true,
  membersOnly: true,
  params: { bot_id: pathInt() },
  response: { api_key: z.string() },
  errors,
  example: { api_key: 'NvDu7bTlpksA5ID0pfJuep78aIWlUdQK' },
});

/** Replaces the API key of a bot. The old one is invalid at once, and its event queues end. For callers who may read the key. */
export const regenerateBotApiKey = endpoint({
  name: 'regenerateBotApiKey',
  method: 'POST',
  path: '/bots/{bot_id}/api_key/regenerate',
  service: 'organization',
  scope: 'full',
  summary: 'Regenerate the API key of a bot',
  humansOnly: true,
  membersOnly: true,
  params: { bot_id: pathInt() },
  response: { api_key: z.string() },
  errors: [...errors, 'proofRequired'],
  example: { api_key: 'NQL6UFLcPPeC69kVgHyYuWmMsrab6fg4' },
});

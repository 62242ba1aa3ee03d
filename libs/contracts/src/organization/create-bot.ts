import { z } from 'zod';
import { endpoint } from '../contract.js';
import { bool, int, text, textOrJson } from '../wire/param.js';
import { fullNameErrors } from './account-errors.js';
import { botAvatar, botAvatarErrors } from './bot-avatar.js';
import { botConfig } from './bot-config.js';
import { BOT_TYPES } from './bot-types.js';
import { PICTURE_TIMEOUT_MS } from './change-avatar.js';
import { botDefaults } from './realm-bot-events.js';

/** Creates a bot that the caller owns. Its address is `<short name>-bot@<realm_bot_domain>`. */
export const createBot = endpoint({
  name: 'createBot',
  method: 'POST',
  path: '/bots',
  service: 'organization',
  scope: 'full',
  summary: 'Create a bot',
  humansOnly: true,
  membersOnly: true,
  params: {
    full_name: text().example('Weather'),
    short_name: text().describe('The first part of the email address of the bot.').example('weather'),
    bot_type: int()
      .default(BOT_TYPES.generic)
      .describe(
        '1: generic bot, which can use the API like a user. 2: incoming webhook, which can only send messages. 3: outgoing webhook: a generic bot whose program the server calls.',
      ),
    default_sending_stream: text().optional().describe('Name of the channel that the bot sends to by default.'),
    default_events_register_stream: text()
      .optional()
      .describe('Name of the channel whose messages the bot receives if it registers without a narrow.'),
    payload_url: textOrJson(z.string())
      .optional()
      .describe('Outgoing webhooks: the address of the program.')
      .example('https://bot.example.com/'),
    interface_type: int().optional().describe('Outgoing webhooks: 1 (default) for JSON, 2 for the form of Slack.'),
    service_name: text().optional().describe('Incoming webhooks: the integration that `config_data` is for.').example('github'),
    config_data: botConfig()
      .optional()
      .describe('Incoming webhooks: values of the options that registration lists in `realm_incoming_webhook_bots`.')
      .example({ webhook_secret: 'a text that the sender knows' }),
    default_all_public_streams: bool().default(false).describe('Default of `all_public_streams` when the bot registers an event queue.'),
    file: botAvatar,
  },
  timeoutMs: PICTURE_TIMEOUT_MS,
  response: { user_id: z.int(), api_key: z.string(), avatar_url: z.string(), ...botDefaults.shape },
  errors: [
    'proofRequired',
    'insufficientPermission',
    'invalidBotType',
    'invalidIntegration',
    'unknownBotConfig',
    'invalidPayloadUrl',
    'invalidInterface',
    'invalidUsername',
    'usernameInUse',
    'noSuchUser',
    'invalidChannelName',
    ...botAvatarErrors,
    ...fullNameErrors,
  ],
  example: {
    user_id: 12,
    api_key: 'h23LQ8ABPPSVXlBPHcNPcavKak82myCL',
    avatar_url: 'https://secure.gravatar.com/avatar/81f22e4ca36540ba3a009b4f62648059?d=identicon&version=1',
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
  },
});

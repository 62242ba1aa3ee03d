import { z } from 'zod';
import { clientCapabilities } from '../client-capabilities.js';
import { endpoint } from '../contract.js';
import { EVENT_QUEUE_TIMINGS, FEATURE_LEVEL, LIMITS, SERVER_VERSION } from '../limits.js';
import { REGISTER_OPERATORS } from '../messaging/register-narrow.js';
import { bool, int, json, text, textOrJson } from '../wire/param.js';
import { polledEvent } from './poll-queues.js';
import { FETCHED_FIELDS, TOP_LEVEL_SETTINGS } from './register-groups.js';

/** Fields of every registration, including limits. */
export const ALWAYS_REGISTERED = {
  queue_id: z.string().nullable().describe('Null for requests without credentials.'),
  last_event_id: z.int(),
  idle_queue_timeout_secs: z.int(),
  service_feature_level: z.int(),
  zulip_feature_level: z.int(),
  zulip_version: z.string(),
  zulip_merge_base: z.string(),
  event_queue_longpoll_timeout_seconds: z.int(),
  ...limitFields(),
};

/**
 * Registers a queue and returns a snapshot of the current state. The snapshot plus the events after `last_event_id` is
 * exactly the state at any later moment. The fields of the snapshot come from the services' `registerPart`.
 * Without credentials there is no queue, only a snapshot of the organization's web-public content; if there is none, 401.
 */
export const registerQueue = endpoint({
  name: 'registerQueue',
  rateLimit: 'register',
  method: 'POST',
  path: '/register',
  service: 'event-queue',
  scope: 'read',
  auth: 'optional',
  summary: 'Register an event queue',
  timeoutMs: 15_000,
  sharesTexts: true,
  params: {
    apply_markdown: bool().default(false).describe('Return message content as HTML instead of Markdown.'),
    client_extavatar: bool()
      .alias('client_gravatar')
      .optional()
      .describe(
        'The client computes avatar URLs from email addresses itself. `avatar_url` is then null where it can. Defaults to true with credentials and to false without.',
      ),
    include_subscribers: textOrJson<boolean | 'true' | 'false' | 'partial'>(
      z.union([z.boolean(), z.enum(['true', 'false', 'partial'])]),
    ).default('false'),
    slim_presence: bool().default(false),
    presence_history_limit_days: int({ min: 0 }).default(14),
    event_types: json(z.array(z.string()).nullable())
      .optional()
      .describe('Event types to receive. Defaults to all; so does null.')
      .example(['message']),
    fetch_event_types: json(z.array(z.string()).nullable())
      .optional()
      .describe('Groups of fields to return. Defaults to the value of `event_types`; so does null.'),
    all_public_streams: bool()
      .optional()
      .describe(
        'Receive message events of all public channels, not only of subscribed ones. Defaults to false; for bots, to the setting of the bot.',
      ),
    client_capabilities: json(clientCapabilities).optional().example({ bulk_message_deletion: true }),
    narrow: json(z.array(z.tuple([z.string().meta({ enum: REGISTER_OPERATORS }), z.string()])))
      .optional()
      .describe(
        'Filter for message events: a list of [operator, operand] pairs. Defaults to no filter; for bots, to the default channel of the bot.',
      )
      .example([['is', 'dm']]),
    idle_queue_timeout: textOrJson<number | 'mobile'>(z.union([z.int().min(1), z.literal('mobile')]))
      .alias('queue_lifespan_secs')
      .optional()
      .describe('Seconds without a poll after which the queue expires (at most 7 days), or "mobile" (12 hours).'),
  },
  response: {
    ...ALWAYS_REGISTERED,
    ...optionalFields({ ...FETCHED_FIELDS, ...TOP_LEVEL_SETTINGS }),
  },
  errors: [
    'unsupportedRegisterOperator',
    'unsupportedRegisterOperand',
    'registerOptionForUsers',
    'allPublicStreamsNotAllowed',
    'liveQueueQuotaReached',
    'registrationQuotaReached',
  ],
  example: {
    queue_id: '7f3c2ab0-5a2c-4a56-9d0b-0d6f4a6f6d10.cc409ab81d88-1.1.9',
    last_event_id: 2785279,
    idle_queue_timeout_secs: 600,
    service_feature_level: FEATURE_LEVEL,
    zulip_feature_level: FEATURE_LEVEL,
    zulip_version: SERVER_VERSION,
    zulip_merge_base: SERVER_VERSION,
    event_queue_longpoll_timeout_seconds: EVENT_QUEUE_TIMINGS.longpollTimeoutSeconds,
    ...LIMITS,
  },
});

/** Returns the events after `last_event_id`, waiting for the first. The gateway holds the request, on top of pollQueues. */
export const getEvents = endpoint({
  name: 'getEvents',
  rateLimit: 'events',
  method: 'GET',
  path: '/events',
  service: 'event-queue',
  scope: 'read',
  summary: 'Get events from an event queue',
  heldByGateway: true,
  params: {
    queue_id: text(),
    last_event_id: int().describe(
      'Id of the newest event that the client has. Acknowledges all events up to this id; the server then deletes them.',
    ),
    dont_block: bool().default(false).describe('Return immediately, even if there are no events.'),
  },
  response: { events: z.array(polledEvent), queue_id: z.string() },
  errors: ['badEventQueueId', 'eventAlreadyPruned', 'eventNotInQueue'],
  example: { queue_id: '7f3c2ab0-5a2c-4a56-9d0b-0d6f4a6f6d10.cc409ab81d88-1.1.9', events: [{ id: 2785279, type: 'heartbeat' }] },
});

/** Deletes a queue. A poll held on it is answered with BAD_EVENT_QUEUE_ID. */
export const deleteQueue = endpoint({
  name: 'deleteQueue',
  method: 'DELETE',
  path: '/events',
  service: 'event-queue',
  scope: 'read',
  summary: 'Delete an event queue',
  params: { queue_id: text() },
  response: {},
  errors: ['badEventQueueId'],
});

function limitFields(): z.ZodRawShape {
  return Object.fromEntries(Object.keys(LIMITS).map((name) => [name, z.int()]));
}

function optionalFields(shape: z.ZodRawShape): z.ZodRawShape {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, z.optional(schema)]));
}

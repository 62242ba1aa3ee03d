import { z } from 'zod';
import { clientCapabilities } from '../client-capabilities.js';
import { endpoint } from '../contract.js';
import { EVENT_QUEUE_TIMINGS, FEATURE_LEVEL, LIMITS, SERVER_VERSION } from '../limits.js';
import { FETCHED_FIELDS, SETTINGS_BESIDE } from '../register-groups.js';
import { bool, int, json, text, textOrJson } from '../wire/param.js';
import { polledEvent } from './poll-queues.js';

/** Whatever is asked for (reference/register-fields.md "Always"), with the limits of spec section 8. */
export const ALWAYS_REGISTERED = {
  queue_id: z.string().nullable().describe('Null without credentials.'),
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
 * Registers a queue and returns a snapshot of the current state (spec 4.20). The snapshot plus the events behind `last_event_id` is
 * exactly the state at any later moment. The fields of the snapshot come from the services' `registerPart`.
 * Without credentials there is no queue, only the snapshot of what an organization shows to everybody; where it shows nothing, 401.
 */
export const registerQueue = endpoint({
  name: 'registerQueue',
  rateLimit: 'register',
  method: 'POST',
  path: '/register',
  service: 'event-queue',
  auth: 'optional',
  spec: '4.20',
  summary: 'Register an event queue',
  timeoutMs: 15_000,
  params: {
    apply_markdown: bool().default(false).describe('Message contents as HTML instead of Markdown.'),
    client_extavatar: bool()
      .alias('client_gravatar')
      .optional()
      .describe('The client computes hash-based avatar URLs itself. Initially true when authenticated, false otherwise.'),
    include_subscribers: textOrJson<boolean | 'true' | 'false' | 'partial'>(
      z.union([z.boolean(), z.enum(['true', 'false', 'partial'])]),
    ).default('false'),
    slim_presence: bool().default(false),
    presence_history_limit_days: int({ min: 0 }).default(14),
    event_types: json(z.array(z.string()).nullable())
      .optional()
      .describe('Types of events wanted; omitted or null: all.')
      .example(['message']),
    fetch_event_types: json(z.array(z.string()).nullable())
      .optional()
      .describe('Groups of fields wanted in the answer; omitted or null: as event_types.'),
    all_public_streams: bool()
      .optional()
      .describe('Message events of all public channels, subscribed or not. Initially false, of a bot as its defaults say.'),
    client_capabilities: json(clientCapabilities).optional().example({ bulk_message_deletion: true }),
    narrow: json(z.array(z.tuple([z.string(), z.string()])))
      .optional()
      .describe('Filter on message events: [operator, operand] pairs. Initially none, of a bot the channel its defaults name.')
      .example([['is', 'dm']]),
    idle_queue_timeout: textOrJson<number | 'mobile'>(z.union([z.int().min(1), z.literal('mobile')]))
      .alias('queue_lifespan_secs')
      .optional()
      .describe('Seconds without a poll after which the queue ends (at most 7 days), or "mobile" (12 hours).'),
  },
  response: {
    ...ALWAYS_REGISTERED,
    ...optionalFields({ ...FETCHED_FIELDS, ...SETTINGS_BESIDE }),
  },
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

/** Fetches the events behind `last_event_id`, waiting for the first (reference/events.md section 1). Held by the gateway, on top of pollQueues. */
export const getEvents = endpoint({
  name: 'getEvents',
  rateLimit: 'events',
  method: 'GET',
  path: '/events',
  service: 'event-queue',
  spec: '4.20',
  summary: 'Get events from an event queue',
  heldByGateway: true,
  params: {
    queue_id: text(),
    last_event_id: int().describe('The newest event the client has: everything up to it is acknowledged and pruned.'),
    dont_block: bool().default(false).describe('Answer at once, even with no events.'),
  },
  response: { events: z.array(polledEvent), queue_id: z.string() },
  errors: ['badEventQueueId', 'eventAlreadyPruned', 'eventNotInQueue'],
  example: { queue_id: '7f3c2ab0-5a2c-4a56-9d0b-0d6f4a6f6d10.cc409ab81d88-1.1.9', events: [{ id: 2785279, type: 'heartbeat' }] },
});

/** Ends a queue; a poll held on it is answered with BAD_EVENT_QUEUE_ID. */
export const deleteQueue = endpoint({
  name: 'deleteQueue',
  method: 'DELETE',
  path: '/events',
  service: 'event-queue',
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

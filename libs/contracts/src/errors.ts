import { z } from 'zod';

/**
 * Every error that the API can return: code, HTTP status, text and extra fields, in one table.
 * Clients see the text. Details for the log only go into `cause`.
 */
export type ErrorFields = Readonly<Record<string, unknown>>;

export interface ApiErrorShape {
  readonly code: string;
  readonly status: number;
  readonly msg: string;
  readonly fields: ErrorFields;
  /** Delay in seconds before a retry makes sense; becomes Retry-After. */
  readonly retryAfterSeconds?: number | undefined;
}

/** For answers that contain an error. */
export const apiErrorShapeSchema: z.ZodType<ApiErrorShape> = z.object({
  code: z.string(),
  status: z.int(),
  msg: z.string(),
  fields: z.record(z.string(), z.unknown()),
  retryAfterSeconds: z.number().optional(),
});

export class ApiError extends Error implements ApiErrorShape {
  readonly code: string;
  readonly status: number;
  readonly msg: string;
  readonly fields: ErrorFields;
  readonly retryAfterSeconds?: number;

  constructor(shape: ApiErrorShape, options?: { cause?: unknown }) {
    super(`${shape.code}: ${shape.msg}`, options);
    this.name = 'ApiError';
    this.code = shape.code;
    this.status = shape.status;
    this.msg = shape.msg;
    this.fields = shape.fields;
    if (shape.retryAfterSeconds !== undefined) this.retryAfterSeconds = shape.retryAfterSeconds;
  }

  /** The JSON body that clients parse. */
  toBody(): Record<string, unknown> {
    return { result: 'error', msg: this.msg, code: this.code, ...this.fields };
  }

  toShape(): ApiErrorShape {
    const { code, status, msg, fields, retryAfterSeconds } = this;
    return retryAfterSeconds === undefined ? { code, status, msg, fields } : { code, status, msg, fields, retryAfterSeconds };
  }
}

const make = (status: number, code: string, msg: string, fields: ErrorFields = {}) => new ApiError({ code, status, msg, fields });
const bad = (msg: string, fields?: ErrorFields) => make(400, 'BAD_REQUEST', msg, fields);

/** Seconds a client should wait after a 503. Short: a killed replica is replaced within a second or two. */
const UNAVAILABLE_RETRY_SECONDS = 1;

export const apiErrors = {
  /** An error without its own code. */
  badRequest: (args: { msg: string; fields?: ErrorFields }) => bad(args.msg, args.fields),

  /** The faults of each field; the first text is the message. `__all__`: faults of several fields together. */
  invalidFields: (args: { errors: Readonly<Record<string, readonly string[]>> }) =>
    bad(Object.values(args.errors)[0]?.[0] ?? 'Invalid request', { errors: args.errors }),

  // Parameters
  missingParameter: (args: { name: string }) =>
    make(400, 'REQUEST_VARIABLE_MISSING', `Missing '${args.name}' argument`, { var_name: args.name }),
  badPathParameter: (args: { name: string; value: string }) =>
    make(400, 'REQUEST_VARIABLE_INVALID', `Bad value for '${args.name}': ${args.value}`, { var_name: args.name, bad_value: args.value }),
  confusingParameters: (args: { first: string; second: string }) =>
    make(400, 'REQUEST_CONFUSING_VAR', `Can't decide between '${args.first}' and '${args.second}' arguments`, {
      var_name1: args.first,
      var_name2: args.second,
    }),
  malformedJson: () => make(400, 'INVALID_JSON', 'Malformed JSON'),
  unsupportedCombination: (args: { names: readonly string[] }) =>
    bad(`Unsupported parameter combination: ${args.names.join(', ')}`, { parameters: args.names }),
  /** Another client changed the value in the meantime. `name`: of the expected value. */
  expectationMismatch: (args: { name: string }) =>
    make(400, 'EXPECTATION_MISMATCH', `'${args.name}' value does not match the expected value.`),
  badNarrow: (args: { desc: string }) => make(400, 'BAD_NARROW', `Invalid narrow operator: ${args.desc}`, { desc: args.desc }),

  // Transport
  notFound: () => make(404, 'BAD_REQUEST', 'Not found'),
  methodNotAllowed: (args: { allowed: readonly string[] }) =>
    make(405, 'BAD_REQUEST', 'Method Not Allowed', { allowed_methods: args.allowed }),
  malformedRequest: () => bad('Malformed request'),
  /** Host or Authorization: proxies could each read another one. */
  repeatedHeader: (args: { name: string }) => bad(`The request has more than one ${args.name} header`),
  missingHost: () => bad('The request has no Host header'),
  requestTooSlow: () => make(408, 'BAD_REQUEST', 'The request took too long to arrive'),
  headersTooLarge: () => make(431, 'BAD_REQUEST', 'The headers of the request are too large'),
  expectationFailed: () => make(417, 'BAD_REQUEST', 'The server supports no Expect value other than 100-continue'),
  payloadTooLarge: () => make(413, 'BAD_REQUEST', 'Request body is too large'),
  fileTooLarge: (args: { maxMib: number }) => bad(`File is larger than the allowed limit of ${args.maxMib} MiB`),
  uploadStalled: () => make(408, 'BAD_REQUEST', 'The upload took too long'),
  unsupportedMediaType: () => make(415, 'BAD_REQUEST', 'Unsupported media type'),
  internal: () => make(500, 'INTERNAL_ERROR', 'Internal server error'),
  unavailable: (args?: { retryAfterSeconds?: number }) =>
    new ApiError({
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
      msg: 'The server is temporarily unable to answer. Please try again.',
      fields: {},
      retryAfterSeconds: args?.retryAfterSeconds ?? UNAVAILABLE_RETRY_SECONDS,
    }),
  /** The operator has not configured SMTP. */
  mailNotConfigured: () => bad('This server cannot send mail yet: its operator must configure SMTP.'),
  rateLimited: (args: { retryAfterSeconds: number }) =>
    new ApiError({
      code: 'RATE_LIMIT_HIT',
      status: 429,
      msg: 'API usage exceeded rate limit',
      fields: { 'retry-after': args.retryAfterSeconds },
      retryAfterSeconds: args.retryAfterSeconds,
    }),

  // Authentication
  unauthorized: (args: { msg: string }) => make(401, 'UNAUTHORIZED', args.msg),
  invalidApiKey: () => make(401, 'INVALID_API_KEY', 'Invalid API key'),
  malformedApiKey: () => make(401, 'INVALID_API_KEY', 'Malformed API key'),
  userDeactivated: () => make(401, 'USER_DEACTIVATED', 'Account is deactivated'),
  organizationDeactivated: () => make(401, 'REALM_DEACTIVATED', 'This organization has been deactivated'),
  authenticationFailed: () => make(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect'),
  passwordLoginDisabled: () => make(401, 'PASSWORD_AUTH_DISABLED', 'Password authentication is disabled in this organization'),
  unknownOrganization: () => make(404, 'NONEXISTENT_SUBDOMAIN', 'Invalid subdomain'),
  incomingWebhooksNotAllowed: () => make(401, 'UNAUTHORIZED', 'This API is not available to incoming webhook bots.'),
  humansOnly: () => bad('This endpoint does not accept bot requests.'),
  guestsNotAllowed: () => bad('Not allowed for guest users'),
  insufficientPermission: () => bad('Insufficient permission'),
  administratorsOnly: () => bad('Must be an organization administrator'),
  ownersOnly: () => bad('Must be an organization owner'),

  // Users
  noSuchUser: () => bad('No such user'),
  mayNotCreateUsers: () => bad('User not authorized for this query'),
  noSuchBot: () => bad('No such bot'),
  cannotDeactivateLastUser: (args: { isLastOwner: boolean }) => {
    const entity = args.isLastOwner ? 'organization owner' : 'user';
    return make(400, 'CANNOT_DEACTIVATE_LAST_USER', `Cannot deactivate the only ${entity}.`, { entity, is_last_owner: args.isLastOwner });
  },

  // Groups
  invalidUserGroup: () => bad('Invalid user group'),
  systemGroupRequired: (args: { settingName: string }) =>
    make(400, 'SYSTEM_GROUP_REQUIRED', `'${args.settingName}' must be a system user group.`, { setting_name: args.settingName }),
  groupInUse: (args: { objections: readonly unknown[] }) =>
    make(400, 'CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', { objections: args.objections }),

  /** For a confirmation of a new address. Unknown, used, replaced and expired links are not distinguished. */
  confirmationInvalid: () => bad('This confirmation link is invalid or has expired.'),

  // Invitations
  /** `errors`: address, reason, and whether there is a deactivated account. */
  invitationFailed: (args: {
    msg: string;
    errors?: readonly (readonly [string, string, boolean])[];
    sentInvitations?: boolean;
    dailyLimitReached?: boolean;
  }) =>
    make(400, 'INVITATION_FAILED', args.msg, {
      errors: args.errors ?? [],
      sent_invitations: args.sentInvitations ?? false,
      daily_limit_reached: args.dailyLimitReached ?? false,
      license_limit_reached: false,
    }),
  /** Of the people who open reusable links. It says nothing about the address. */
  joiningMailsExhausted: () => bad('This organization has sent as many mails to people with an invitation link as it may within a day.'),
  noSuchInvitation: () => bad('No such invitation'),
  /** Unknown, used, revoked and expired links, and those of another organization, are not distinguished. */
  invitationInvalid: () => bad('This invitation link is invalid or has expired.'),

  // Personal objects
  noSuchNavigationView: () => make(404, 'NOT_FOUND', 'Navigation view does not exist.'),
  noSuchSavedSnippet: () => make(404, 'BAD_REQUEST', 'Saved snippet does not exist.'),

  // Channels
  channelNameUnknown: (args: { stream: string }) =>
    make(400, 'STREAM_DOES_NOT_EXIST', `Channel '${args.stream}' does not exist`, { stream: args.stream }),
  channelIdUnknown: (args: { streamId: number }) =>
    make(400, 'STREAM_DOES_NOT_EXIST', `Channel with ID '${args.streamId}' does not exist`, { stream_id: args.streamId }),
  invalidChannelId: () => bad('Invalid channel ID'),
  cannotAdministerChannel: () => make(400, 'CANNOT_ADMINISTER_CHANNEL', 'You do not have permission to administer this channel.'),

  // Messages
  invalidMessages: () => bad('Invalid message(s)'),
  moveTimeLimitExceeded: (args: { firstAllowedId: number | null; total: number; allowed: number }) =>
    make(
      400,
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      `You only have permission to move the ${args.allowed}/${args.total} most recent messages in this topic.`,
      {
        first_message_id_allowed_to_move: args.firstAllowedId,
        total_messages_in_topic: args.total,
        total_messages_allowed_to_move: args.allowed,
      },
    ),
  channelWildcardNotAllowed: () =>
    make(400, 'STREAM_WILDCARD_MENTION_NOT_ALLOWED', 'You do not have permission to use channel wildcard mentions in this channel.'),
  topicWildcardNotAllowed: () =>
    make(400, 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED', 'You do not have permission to use topic wildcard mentions in this topic.'),
  draftUnknown: () => make(404, 'BAD_REQUEST', 'Draft does not exist'),
  reactionExists: () => make(400, 'REACTION_ALREADY_EXISTS', 'Reaction already exists.'),
  tooManyReactions: (args: { limit: number }) =>
    make(400, 'BAD_REQUEST', `A message can have at most ${args.limit} different emoji as reactions.`),
  reactionAbsent: () => make(400, 'REACTION_DOES_NOT_EXIST', "Reaction doesn't exist."),

  // Files
  realmEmojiUnknown: (args: { name: string }) => make(404, 'BAD_REQUEST', `Emoji '${args.name}' does not exist`),
  badImage: (args: { msg: string }) => make(400, 'BAD_IMAGE', args.msg),
  uploadQuotaReached: () => make(400, 'REALM_UPLOAD_QUOTA', "The upload would exceed your organization's upload quota."),
  ownUploadQuotaReached: () => make(400, 'REALM_UPLOAD_QUOTA', 'The upload would exceed your own upload quota.'),

  // Event queues
  badEventQueueId: (args: { queueId: string }) =>
    make(400, 'BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${args.queueId}`, { queue_id: args.queueId }),
  eventAlreadyPruned: (args: { eventId: number }) => bad(`An event newer than ${args.eventId} has already been pruned!`),
  eventNotInQueue: (args: { eventId: number }) => bad(`Event ${args.eventId} was not in this queue`),
} as const;

import { z } from 'zod';
import { ApiError, apiErrors } from '../errors.js';

export type ErrorName = keyof typeof apiErrors;

/** Arguments of an error with parameters, for its example, and the fields of its body in addition to result, msg and code. */
interface ErrorExample<A> {
  readonly args: A;
  /** Arguments of another form of its text, if it has one. */
  readonly otherwise?: A;
  readonly fields: z.ZodRawShape;
}

type ErrorArguments = { readonly [K in ErrorName]: Parameters<(typeof apiErrors)[K]>[0] };
/** Errors without parameters need no example. */
type ParameterizedErrors = {
  readonly [K in ErrorName as undefined extends ErrorArguments[K] ? never : K]: ErrorExample<ErrorArguments[K]>;
};

const text = z.string();
const texts = z.array(text);

const parameterized: ParameterizedErrors = {
  badEventQueueId: { args: { queueId: '7f3c2ab0' }, fields: { queue_id: text } },
  badImage: { args: { msg: 'Invalid image format' }, fields: {} },
  badNarrow: { args: { desc: 'unknown user' }, fields: { desc: text } },
  badPathParameter: { args: { name: 'message_id', value: 'first' }, fields: { var_name: text, bad_value: text } },
  badRequest: { args: { msg: 'Client did not pass any new values.' }, fields: {} },
  cannotDeactivateLastUser: {
    args: { isLastOwner: true },
    otherwise: { isLastOwner: false },
    fields: { entity: text, is_last_owner: z.boolean() },
  },
  channelIdUnknown: { args: { streamId: 99 }, fields: { stream_id: z.int() } },
  channelNameUnknown: { args: { stream: 'nowhere' }, fields: { stream: text } },
  confusingParameters: { args: { first: 'topic', second: 'subject' }, fields: { var_name1: text, var_name2: text } },
  eventAlreadyPruned: { args: { eventId: 7 }, fields: {} },
  eventNotInQueue: { args: { eventId: 7 }, fields: {} },
  expectationMismatch: { args: { name: 'prev_content_sha256' }, fields: {} },
  fileTooLarge: { args: { maxMib: 100 }, fields: {} },
  groupInUse: {
    args: { objections: [{ type: 'channel', channel_id: 3, settings: ['can_send_message_group'] }] },
    fields: { objections: z.array(z.looseObject({ type: text })) },
  },
  invalidFields: { args: { errors: { __all__: ['Linkifier already exists.'] } }, fields: { errors: z.record(text, texts) } },
  invitationFailed: {
    args: {
      msg: 'Some of those addresses are already using Parley.',
      errors: [['zoe@demo.example', 'Already has an account.', false]],
      sentInvitations: true,
    },
    fields: {
      errors: z.array(z.tuple([text, text, z.boolean()])),
      sent_invitations: z.boolean(),
      daily_limit_reached: z.boolean(),
      license_limit_reached: z.literal(false),
    },
  },
  methodNotAllowed: { args: { allowed: ['GET', 'POST'] }, fields: { allowed_methods: texts } },
  missingParameter: { args: { name: 'content' }, fields: { var_name: text } },
  moveTimeLimitExceeded: {
    args: { firstAllowedId: 42, total: 10, allowed: 3 },
    fields: {
      first_message_id_allowed_to_move: z.int().nullable(),
      total_messages_in_topic: z.int(),
      total_messages_allowed_to_move: z.int(),
    },
  },
  rateLimited: { args: { retryAfterSeconds: 2.5 }, fields: { 'retry-after': z.number() } },
  realmEmojiUnknown: { args: { name: 'unicorn' }, fields: {} },
  repeatedHeader: { args: { name: 'Host' }, fields: {} },
  systemGroupRequired: { args: { settingName: 'can_access_all_users_group' }, fields: { setting_name: text } },
  tooManyReactions: { args: { limit: 100 }, fields: {} },
  unauthorized: { args: { msg: 'Not logged in: API authentication or user session required' }, fields: {} },
  unsupportedCombination: { args: { names: ['anchor', 'message_ids'] }, fields: { parameters: texts } },
};

/** An error in the documentation. */
export interface DescribedError {
  readonly name: ErrorName;
  readonly example: ApiError;
  readonly fields: z.ZodRawShape;
  /** All its texts, each split at its variable parts. */
  readonly texts: readonly (readonly string[])[];
}

/** @throws Error for an unknown name, which is a mistake in a declaration. */
export function describedError(name: string, declaredBy: string): DescribedError {
  if (!isErrorName(name)) throw new Error(`${declaredBy} declares the error ${name}, which apiErrors does not have`);
  const examples: Readonly<Record<string, ErrorExample<unknown>>> = parameterized;
  const errorExample = examples[name];
  if (errorExample === undefined) {
    const example = instance(name, undefined);
    return { name, example, fields: {}, texts: [[example.msg]] };
  }
  const samples = errorExample.otherwise === undefined ? [MARKED] : [errorExample.args, errorExample.otherwise];
  const texts = samples.map((args) => instance(name, args).msg.split(MARK));
  return { name, example: instance(name, errorExample.args), fields: errorExample.fields, texts };
}

function isErrorName(name: string): name is ErrorName {
  return Object.hasOwn(apiErrors, name);
}

/** No text of an error contains it. */
const MARK = '\u0000';
/** Arguments that are joined to lists in the errors' texts. */
const LISTS = new Set(['names', 'allowed', 'objections']);
/** Stands for all arguments of an error: its text then has a mark in place of each variable part. */
const MARKED: unknown = new Proxy({}, { get: (_, argument) => (LISTS.has(String(argument)) ? [MARK] : MARK) });

function instance(name: ErrorName, args: unknown): ApiError {
  const make: unknown = Reflect.get(apiErrors, name);
  const error: unknown = typeof make === 'function' ? make(args) : undefined;
  if (!(error instanceof ApiError)) throw new Error(`apiErrors.${name} makes no ApiError`);
  return error;
}

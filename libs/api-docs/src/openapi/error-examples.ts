import { ApiError, apiErrors, type ErrorName, PARAMETER_ERRORS } from '@parley/contracts';
import type { z } from 'zod';
import { authenticationErrorExamples } from './error-examples/authentication.js';
import { channelErrorExamples } from './error-examples/channels.js';
import type { ErrorExample } from './error-examples/error-example.js';
import { eventQueueErrorExamples } from './error-examples/event-queues.js';
import { fileErrorExamples } from './error-examples/files.js';
import { groupErrorExamples } from './error-examples/groups.js';
import { invitationErrorExamples } from './error-examples/invitations.js';
import { messageErrorExamples } from './error-examples/messages.js';
import { organizationErrorExamples } from './error-examples/organization.js';
import { profileFieldErrorExamples } from './error-examples/profile-fields.js';
import { quotaErrorExamples } from './error-examples/quotas.js';
import { requestErrorExamples } from './error-examples/request.js';
import { secondFactorErrorExamples } from './error-examples/second-factor.js';
import { settingErrorExamples } from './error-examples/settings.js';
import { signInErrorExamples } from './error-examples/sign-in.js';
import { userErrorExamples } from './error-examples/users.js';
import { valueErrorExamples } from './error-examples/values.js';
import { webhookErrorExamples } from './error-examples/webhooks.js';

const parameterized: Readonly<Record<string, ErrorExample<unknown>>> = {
  ...authenticationErrorExamples,
  ...channelErrorExamples,
  ...eventQueueErrorExamples,
  ...quotaErrorExamples,
  ...fileErrorExamples,
  ...groupErrorExamples,
  ...invitationErrorExamples,
  ...messageErrorExamples,
  ...organizationErrorExamples,
  ...profileFieldErrorExamples,
  ...requestErrorExamples,
  ...secondFactorErrorExamples,
  ...settingErrorExamples,
  ...signInErrorExamples,
  ...userErrorExamples,
  ...valueErrorExamples,
  ...webhookErrorExamples,
};

/** An error in the documentation. */
export interface DescribedError {
  readonly name: string;
  readonly example: ApiError;
  readonly fields: z.ZodRawShape;
  /** All its texts, each split at its variable parts. They can contain VALUE_NAME_MARK. */
  readonly texts: readonly (readonly string[])[];
}

/** @throws Error for an unknown name, which is a mistake in a declaration. */
export function describedError(name: string, declaredBy: string): DescribedError {
  if (!isErrorName(name)) throw new Error(`${declaredBy} declares the error ${name}, which apiErrors does not have`);
  const errorExample = parameterized[name];
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

/** Stands for the name of a parameter, or of a value in it. No text of an error contains it. */
export const VALUE_NAME_MARK = '\u0001';
const MARKED_VALUE: unknown = new Proxy({}, { get: (_, argument) => (argument === 'name' ? VALUE_NAME_MARK : MARK) });

function instance(name: ErrorName, args: unknown): ApiError {
  const make: unknown = Reflect.get(apiErrors, name);
  const error: unknown = typeof make === 'function' ? make(args) : undefined;
  if (!(error instanceof ApiError)) throw new Error(`apiErrors.${name} makes no ApiError`);
  return error;
}

/**
 * What every endpoint with parameters can answer to an invalid value. Described as one error with many texts, because sixteen errors for
 * each endpoint would make the document much larger.
 */
export const INVALID_PARAMETER: DescribedError = {
  name: 'invalidParameter',
  example: apiErrors.notInteger({ name: 'stream_id' }),
  fields: {},
  texts: PARAMETER_ERRORS.map((error) => instance(error, MARKED_VALUE).msg.split(MARK)),
};

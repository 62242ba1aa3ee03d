import { ApiError, bad, make } from './api-error.js';

/** Seconds a client should wait after a 503. Short: a killed replica is replaced within a second or two. */
const UNAVAILABLE_RETRY_SECONDS = 1;

/** Errors of requests as such: parameters, transport, availability. */
export const requestErrors = {
  /** The errors of each field; the first text is the message. `__all__`: errors of several fields together. */
  invalidFields: (args: { errors: Readonly<Record<string, readonly string[]>> }) =>
    bad(Object.values(args.errors)[0]?.[0] ?? 'Invalid request', { errors: args.errors }),

  missingParameter: (args: { name: string }) =>
    make(400, 'REQUEST_VARIABLE_MISSING', `Missing '${args.name}' argument`, { var_name: args.name }),
  badPathParameter: (args: { name: string; value: string }) =>
    make(400, 'REQUEST_VARIABLE_INVALID', `Bad value for '${args.name}': ${args.value}`, { var_name: args.name, bad_value: args.value }),
  confusingParameters: (args: { first: string; second: string }) =>
    make(400, 'REQUEST_CONFUSING_VAR', `Can't decide between '${args.first}' and '${args.second}' arguments`, {
      var_name1: args.first,
      var_name2: args.second,
    }),
  parameterNotJson: (args: { name: string }) => bad(`${args.name} is not valid JSON`),
  parameterTooDeep: (args: { name: string }) => bad(`${args.name} is nested too deeply`),
  tooManyFields: () => bad('Too many fields in the request'),
  malformedForm: () => bad('Malformed multipart form'),
  malformedJson: () => make(400, 'INVALID_JSON', 'Malformed JSON'),
  unsupportedCombination: (args: { names: readonly string[] }) =>
    bad(`Unsupported parameter combination: ${args.names.join(', ')}`, { parameters: args.names }),
  /** Another client changed the value in the meantime. `name`: of the expected value. */
  expectationMismatch: (args: { name: string }) =>
    make(400, 'EXPECTATION_MISMATCH', `'${args.name}' value does not match the expected value.`),
  badNarrow: (args: { desc: string }) => make(400, 'BAD_NARROW', `Invalid narrow operator: ${args.desc}`, { desc: args.desc }),

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
} as const;

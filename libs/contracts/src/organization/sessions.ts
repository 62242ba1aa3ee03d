import { z } from 'zod';
import { callerSchema } from '../caller.js';
import { endpoint, serviceCall } from '../contract.js';
import { apiErrorShapeSchema } from '../errors.js';
import { Param, pathText } from '../wire/param.js';
import { storableText } from '../wire/storable-text.js';
import { MAX_CREDENTIALS_AT_ONCE } from './verify-credentials.js';

/** 32 random bytes in base64url. */
export const SESSION_TOKEN = /^[\w-]{43}$/;

const session = z.object({
  id: z.string(),
  /** Browser and system, such as `Firefox on Linux`. */
  browser: z.string(),
  /** The name that the person gave it. Null: none. */
  name: z.string().nullable(),
  /** Seconds since the epoch. */
  created_at: z.int(),
  /** Seconds since the epoch, precise to an hour. */
  last_used_at: z.int(),
  /** Whether it is the session of this request. */
  is_current: z.boolean(),
});

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/sessions',
  service: 'organization',
  scope: 'full',
  humansOnly: true,
  summary: 'List your browser sessions',
  description: 'Browsers in which you are signed in, the one used last first.',
  params: {},
  response: { sessions: z.array(session) },
  example: {
    sessions: [
      {
        id: '6f1c0a52-3f0e-4b7b-9a53-b1f4f3f6f6d0',
        browser: 'Firefox on Linux',
        name: 'At the reception',
        created_at: 1_795_500_000,
        last_used_at: 1_795_510_000,
        is_current: false,
      },
    ],
  },
});

export const MAX_SESSION_NAME = 60;

export const updateSession = endpoint({
  name: 'updateSession',
  method: 'PATCH',
  path: '/sessions/{session_id}',
  service: 'organization',
  scope: 'full',
  humansOnly: true,
  safeToRetry: true,
  summary: 'Name one of your browser sessions',
  params: {
    session_id: pathText().example('6f1c0a52-3f0e-4b7b-9a53-b1f4f3f6f6d0'),
    name: new Param<string>(storableText({ max: MAX_SESSION_NAME }), 'text')
      .describe('Shown in the list of sessions. An empty text removes the name.')
      .example('At the reception'),
  },
  response: {},
  errors: ['noSuchSession'],
});

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/sessions/{session_id}',
  service: 'organization',
  scope: 'full',
  humansOnly: true,
  safeToRetry: false,
  summary: 'End one of your browser sessions',
  params: { session_id: pathText().example('6f1c0a52-3f0e-4b7b-9a53-b1f4f3f6f6d0') },
  response: {},
  errors: ['noSuchSession'],
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  service: 'organization',
  scope: 'full',
  humansOnly: true,
  safeToRetry: true,
  summary: 'End all your other browser sessions',
  description: 'All except the session of this request.',
  params: {},
  response: { ended: z.int().describe('How many sessions were ended.') },
  example: { ended: 2 },
});

/**
 * Begins a session in a browser, with an email address and a password. The host and the address of the client are those of the visitor. `token`
 * goes into the cookie; only its digest is stored. Errors: those of fetchApiKey, and secondFactorRequired with the token of the next step, which is
 * `finishSignIn`.
 */
export const startSession = serviceCall({
  name: 'startSession',
  service: 'organization',
  input: z.object({
    username: z.string(),
    password: z.string(),
    /** The User-Agent of the browser. */
    userAgent: z.string(),
    /** The token of the session that the browser had. That session ends. */
    replaces: z.string().optional(),
  }),
  output: z.object({
    token: z.string(),
    userId: z.int(),
    /** The real address. */
    email: z.string(),
    /** How long the session can last at most. */
    lastsSeconds: z.int(),
    /** As in a caller. */
    lacksSecondFactor: z.literal(true).optional(),
  }),
});

const identity = callerSchema.omit({ clientName: true });

/**
 * The identities for these tokens of sessions, in order. `host` is as for verifyCredentials. Errors: sessionEnded (also: unknown, expired, of another
 * organization), userDeactivated, organizationDeactivated, unknownOrganization.
 */
export const verifySessions = serviceCall({
  name: 'verifySessions',
  service: 'organization',
  input: z.object({
    sessions: z
      .array(z.object({ host: z.string(), token: z.string() }))
      .min(1)
      .max(MAX_CREDENTIALS_AT_ONCE),
  }),
  output: z.object({ answers: z.array(z.union([z.object({ identity }), z.object({ refusal: apiErrorShapeSchema })])) }),
  safeToRetry: true,
});

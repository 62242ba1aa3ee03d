import { z } from 'zod';
import { endpoint, serviceCall } from '../contract.js';
import { pathInt, text } from '../wire/param.js';

/** How a person proves who they are, in addition to the password. */
export const SECOND_FACTOR_METHODS = ['totp', 'recovery_code'] as const;
/** Of a person, at most. */
export const RECOVERY_CODES = 10;

const inBrowser = { scope: 'full', humansOnly: true } as const;
const withProof = ['browserSessionRequired', 'proofRequired'] as const;
const recoveryCodes = { recovery_codes: z.array(z.string()) };
const RECOVERY_EXAMPLE = ['7kq2m-h9xwd-4tpzv-c3nrb', 'w8fje-2yqmk-d6xts-9hvpz'];

export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  method: 'GET',
  path: '/users/me/second_factor',
  service: 'organization',
  ...inBrowser,
  duringEnrolment: true,
  summary: 'Get your second factor',
  params: {},
  response: {
    /** Whether a password alone signs in no more. */
    is_active: z.boolean(),
    /** Since when there is an authenticator app. Seconds since the epoch. */
    totp_set_up_at: z.int().nullable(),
    recovery_codes_left: z.int(),
    /** From when on the organization requires a second factor. Seconds since the epoch. */
    required_from: z.int().nullable(),
  },
  example: { is_active: true, totp_set_up_at: 1_795_500_000, recovery_codes_left: 9, required_from: null },
});

export const startTotp = endpoint({
  name: 'startTotp',
  method: 'POST',
  path: '/users/me/second_factor/totp',
  service: 'organization',
  ...inBrowser,
  duringEnrolment: true,
  summary: 'Begin to set up an authenticator app',
  description:
    'The secret is shown only in this response, as text and in a URI for a QR code. Nothing changes until a code confirms it, within 30 minutes. It then takes the place of an earlier one.',
  params: {},
  response: { secret: z.string(), uri: z.string() },
  errors: withProof,
  example: {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Demo:iago%40demo.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Demo',
  },
});

export const confirmTotp = endpoint({
  name: 'confirmTotp',
  method: 'POST',
  path: '/users/me/second_factor/totp/confirm',
  service: 'organization',
  ...inBrowser,
  duringEnrolment: true,
  summary: 'Confirm an authenticator app',
  description: 'From now on a password alone does not sign in. Your other browser sessions end.',
  params: { totp_code: text().describe('What the app shows.').example('492039') },
  response: { ...recoveryCodes },
  errors: ['browserSessionRequired', 'noTotpSetup', 'wrongSetupCode'],
  example: { recovery_codes: RECOVERY_EXAMPLE },
});

export const removeTotp = endpoint({
  name: 'removeTotp',
  method: 'DELETE',
  path: '/users/me/second_factor/totp',
  service: 'organization',
  ...inBrowser,
  summary: 'Remove your authenticator app',
  params: {},
  response: {},
  errors: [...withProof, 'noSecondFactor'],
});

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/users/me/second_factor/recovery_codes',
  service: 'organization',
  ...inBrowser,
  summary: 'Get new recovery codes',
  description: 'Each takes the place of a code once. The old ones are invalid. They are shown only in this response.',
  params: {},
  response: { ...recoveryCodes },
  errors: [...withProof, 'noSecondFactor'],
  example: { recovery_codes: RECOVERY_EXAMPLE },
});

export const resetSecondFactor = endpoint({
  name: 'resetSecondFactor',
  method: 'DELETE',
  path: '/users/{user_id}/second_factor',
  service: 'organization',
  ...inBrowser,
  summary: 'Remove the second factor of a user',
  description: 'For people who lost it. Their browser sessions end, and they get a mail. Only owners can do it for an owner.',
  params: { user_id: pathInt().example(12) },
  response: {},
  errors: ['administratorsOnly', 'ownersOnly', 'noSuchUser', 'noSecondFactor', 'proofRequired'],
});

/** The parameters of the second step of a sign-in, and of a proof within a session. */
export const FINISH_SIGN_IN_PARAMS = { step_token: text(), code: text() };
export const PROOF_PARAMS = { password: text().optional(), code: text().optional() };

/** Whose sign-in waits for a code: their real address. Errors: signInStepEnded, unknownOrganization. */
export const readSignInStep = serviceCall({
  name: 'readSignInStep',
  service: 'organization',
  input: z.object({ stepToken: z.string() }),
  output: z.object({ email: z.string() }),
  safeToRetry: true,
});

/** The second step of `startSession`. Errors: signInStepEnded, wrongCode, unknownOrganization. */
export const finishSignIn = serviceCall({
  name: 'finishSignIn',
  service: 'organization',
  input: z.object({
    stepToken: z.string(),
    code: z.string(),
    /** As for `startSession`. */
    userAgent: z.string(),
    replaces: z.string().optional(),
  }),
  output: z.object({ token: z.string(), userId: z.int(), email: z.string(), lastsSeconds: z.int() }),
});

/** A person with a second factor proves it with a code, others with their password. Errors: authenticationFailed, wrongCode, proofRequired, sessionEnded. */
export const proveSession = serviceCall({
  name: 'proveSession',
  service: 'organization',
  input: z.object({ password: z.string().optional(), code: z.string().optional() }),
  output: z.object({}),
});

/** The operator removes the second factor of a person who lost it. Errors: noSuchUser, noSecondFactor. */
export const removeSecondFactor = serviceCall({
  name: 'removeSecondFactor',
  service: 'organization',
  input: z.object({ organizationId: z.int(), userId: z.int() }),
  output: z.object({}),
});

import { bad, make } from './api-error.js';

/** Errors about identity providers, and about signing in through them. */
export const signInErrors = {
  noSuchProvider: () => make(404, 'NO_SUCH_PROVIDER', 'No such identity provider'),
  tooManyProviders: (args: { limit: number }) => bad(`An organization can have at most ${args.limit} identity providers.`),
  /** `field`: of `config`, or another parameter. */
  invalidProvider: (args: { field: string; problem: string }) =>
    make(400, 'INVALID_PROVIDER', `Invalid identity provider: ${args.field}: ${args.problem}`, { field: args.field }),
  wouldLockOut: () =>
    make(
      400,
      'WOULD_LOCK_OUT',
      'This would lock you out: without passwords, you need an enabled identity provider through which you have signed in.',
    ),
  noSuchIdentity: () => bad('This account is not linked to an identity of this provider.'),

  signInExpired: () =>
    make(400, 'SIGN_IN_EXPIRED', 'This sign-in has expired, was already used, or began in another browser. Start again.'),
  invalidOneTimePad: () => bad('mobile_flow_otp must have 64 hexadecimal digits.'),
  /** `error`: the code that the provider sent. */
  signInRefused: (args: { error: string }) =>
    make(403, 'SIGN_IN_REFUSED', `The identity provider refused the sign-in (${args.error}).`, { error: args.error }),
  providerFailed: (args: { problem: string }) =>
    make(400, 'PROVIDER_FAILED', `The identity provider could not be used. ${args.problem} Ask an owner of the organization to test it.`),
  identityNotAdmitted: () =>
    make(
      403,
      'IDENTITY_NOT_ADMITTED',
      'No account here belongs to this identity. The identity provider must confirm an email address in a domain that this organization accepts from it.',
    ),
  identityNotInGroup: () => make(403, 'IDENTITY_NOT_IN_GROUP', 'You are in no group that may sign in to this organization.'),
  noAccountForIdentity: () =>
    make(403, 'NO_ACCOUNT', 'There is no account here for your email address. Ask an administrator to invite you.'),
  otherIdentityLinked: () =>
    make(403, 'OTHER_IDENTITY_LINKED', 'Your account is linked to another identity of this provider. Ask an owner of the organization.'),
  invalidLogoutToken: () => bad('Invalid logout token'),
} as const;

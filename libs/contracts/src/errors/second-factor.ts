import { bad, make } from './api-error.js';

/** Errors of the second factor, and of what is asked again in a browser session. */
export const secondFactorErrors = {
  secondFactorRequired: (args: { stepToken: string; methods: readonly string[] }) =>
    make(401, 'SECOND_FACTOR_REQUIRED', 'The password is right. Send a code of your second factor too.', {
      step_token: args.stepToken,
      methods: args.methods,
    }),
  secondFactorInBrowser: () =>
    make(
      401,
      'SECOND_FACTOR_REQUIRED',
      'This account has a second factor, so its password alone does not give the API key. Sign in with a browser and create an API token there.',
    ),
  secondFactorMissing: () =>
    make(403, 'SECOND_FACTOR_MISSING', 'This organization requires a second factor. Sign in with a browser and set one up first.'),
  wrongCode: () => make(401, 'SECOND_FACTOR_WRONG', 'This code is wrong, has expired, or was used before.'),
  signInStepEnded: () => make(401, 'SIGN_IN_STEP_ENDED', 'This sign-in is over. Enter your password again.'),
  proofRequired: (args: { methods: readonly string[] }) =>
    make(403, 'PROOF_REQUIRED', 'Confirm first that it is you: POST /json/session/proof.', { methods: args.methods }),
  browserSessionRequired: () => make(403, 'BROWSER_SESSION_REQUIRED', 'This is possible in a browser session only.'),
  noSecondFactor: () => bad('This account has no second factor.'),
  noTotpSetup: () => bad('Begin to set up the authenticator app first.'),
  wrongSetupCode: () => bad('This code is wrong. Check that the clock of your device is right.'),
} as const;

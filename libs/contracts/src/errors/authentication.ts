import { bad, make } from './api-error.js';

/** Errors of authentication, and of roles that an endpoint requires. */
export const authenticationErrors = {
  unauthorized: (args: { msg: string }) => make(401, 'UNAUTHORIZED', args.msg),
  invalidApiKey: () => make(401, 'INVALID_API_KEY', 'Invalid API key'),
  malformedApiKey: () => make(401, 'INVALID_API_KEY', 'Malformed API key'),
  sessionRequired: () => make(401, 'SESSION_REQUIRED', 'Not logged in: sign in first'),
  sessionEnded: () => make(401, 'SESSION_ENDED', 'Your session has ended. Sign in again.'),
  csrfFailed: () => make(403, 'CSRF_FAILED', 'CSRF check failed: send the csrf_token of the session in the header X-CSRFToken.'),
  crossOrigin: () => make(403, 'CROSS_ORIGIN', 'Requests from pages of another site are not allowed.'),
  noSuchSession: () => bad('No such session'),
  apiKeysDisabled: () => make(401, 'API_KEYS_DISABLED', 'This organization does not accept API keys. Use an API token.'),
  tokenInUrl: () => make(401, 'TOKEN_IN_URL', 'API tokens are not accepted in a URL.'),
  tokenScopeMissing: (args: { scope: string }) =>
    make(403, 'TOKEN_SCOPE_MISSING', `This API token does not have the scope ${args.scope}.`, { scope: args.scope }),
  tokenNotAllowed: () => make(403, 'TOKEN_NOT_ALLOWED', 'An API token may not do this. Use an API key, or sign in.'),
  tokenLimitedToChannels: () =>
    make(403, 'TOKEN_LIMITED_TO_CHANNELS', 'This API token is limited to channels, and this request cannot be limited to them.'),
  tokenOfOtherChannels: () => make(403, 'TOKEN_OF_OTHER_CHANNELS', 'This API token is limited to other channels.'),
  noSuchToken: () => bad('No such API token'),
  tooManyTokens: (args: { limit: number }) => bad(`An account can have at most ${args.limit} API tokens.`),
  tokenExpiryInPast: () => bad('The expiry of an API token must be in the future.'),
  scopesNotForChannels: () => bad('An API token that is limited to channels can only have the scopes read, send and manage_channels.'),
  userDeactivated: () => make(401, 'USER_DEACTIVATED', 'Account is deactivated'),
  organizationDeactivated: () => make(401, 'REALM_DEACTIVATED', 'This organization has been deactivated'),
  authenticationFailed: () => make(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect'),
  passwordLoginDisabled: () => make(401, 'PASSWORD_AUTH_DISABLED', 'Password authentication is disabled in this organization'),
  unknownOrganization: () => make(404, 'NONEXISTENT_SUBDOMAIN', 'Invalid subdomain'),
  incomingWebhooksNotAllowed: () => make(401, 'UNAUTHORIZED', 'This API is not available to incoming webhook bots.'),
  weakPassword: () => bad('The password is too weak.'),
  weakNewPassword: () => bad('New password is too weak!'),
  wrongPassword: () => bad('Wrong password!'),
  humansOnly: () => bad('This endpoint does not accept bot requests.'),
  guestsNotAllowed: () => bad('Not allowed for guest users'),
  insufficientPermission: () => bad('Insufficient permission'),
  administratorsOnly: () => bad('Must be an organization administrator'),
  ownersOnly: () => bad('Must be an organization owner'),
} as const;

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

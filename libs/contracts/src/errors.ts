import { ApiError } from './errors/api-error.js';
import { authenticationErrors } from './errors/authentication.js';
import { channelErrors } from './errors/channels.js';
import { eventQueueErrors } from './errors/event-queues.js';
import { fileErrors } from './errors/files.js';
import { groupErrors } from './errors/groups.js';
import { invitationErrors } from './errors/invitations.js';
import { mailInErrors } from './errors/mail-in.js';
import { messageErrors } from './errors/messages.js';
import { organizationErrors } from './errors/organization.js';
import { profileFieldErrors } from './errors/profile-fields.js';
import { quotaErrors } from './errors/quotas.js';
import { requestErrors } from './errors/request.js';
import { secondFactorErrors } from './errors/second-factor.js';
import { settingErrors } from './errors/settings.js';
import { signInErrors } from './errors/sign-in.js';
import { userErrors } from './errors/users.js';
import { valueErrors } from './errors/values.js';
import { webhookErrors } from './errors/webhooks.js';

export { ApiError, type ApiErrorShape, apiErrorShapeSchema, type ErrorFields } from './errors/api-error.js';

/**
 * Every error that the API can return. Each text has a name, which the endpoints that can return it list in `errors`.
 *
 * Names: `noSuch...` for what does not exist, `invalid...`, `missing...`, `duplicate...` and `tooMany...` for values, `mayNot...` for a permission
 * that the user lacks, `cannot...` for what no user may do, `...InUse` and `...Exists` for what is taken. Otherwise the subject, and what is wrong.
 */
export const apiErrors = {
  ...requestErrors,
  ...valueErrors,
  ...authenticationErrors,
  ...userErrors,
  ...groupErrors,
  ...organizationErrors,
  ...profileFieldErrors,
  ...invitationErrors,
  ...secondFactorErrors,
  ...settingErrors,
  ...channelErrors,
  ...messageErrors,
  ...fileErrors,
  ...eventQueueErrors,
  ...quotaErrors,
  ...webhookErrors,
  ...mailInErrors,
  ...signInErrors,
} as const;

export type ErrorName = keyof typeof apiErrors;

/** The decision of a policy that can refuse: the error of the refusal, or undefined if it allows. Policies return it and never throw. */
export type Refusal = ApiError | undefined;

/** Throws the error of a refusal. */
export function enforce(refusal: Refusal): void {
  if (refusal !== undefined) throw refusal;
}

import { bad, make } from './api-error.js';

/** Errors about users and bots. */
export const userErrors = {
  noSuchUser: () => bad('No such user'),
  invalidUserId: (args: { id: number }) => bad(`Invalid user ID: ${args.id}`),
  deactivatedUser: () => bad('User is deactivated'),

  // Email addresses
  invalidEmailAddress: () => bad('Enter a valid email address.'),
  emailWithPlus: () => bad('Email addresses containing + are not allowed.'),
  emailDomainNotAllowed: (args: { email: string }) => bad(`Email '${args.email}' not allowed in this organization`),
  disposableEmail: () => bad('Please use your real email address.'),

  mayNotCreateUsers: () => bad('User not authorized for this query'),
  noSuchBot: () => bad('No such bot'),
  cannotDeactivateLastUser: (args: { isLastOwner: boolean }) => {
    const entity = args.isLastOwner ? 'organization owner' : 'user';
    return make(400, 'CANNOT_DEACTIVATE_LAST_USER', `Cannot deactivate the only ${entity}.`, { entity, is_last_owner: args.isLastOwner });
  },
  /** For a confirmation of a new address. Unknown, used, replaced and expired links are not distinguished. */
  confirmationInvalid: () => bad('This confirmation link is invalid or has expired.'),
} as const;

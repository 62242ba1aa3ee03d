import { bad, make } from './api-error.js';

/** Errors about users and bots. */
export const userErrors = {
  /** For the operator's command line. */
  accountActive: () => bad('The account is active. Deactivate it first.'),
  noSuchUser: () => bad('No such user'),
  mayNotCreateUsers: () => bad('User not authorized for this query'),
  invalidUserId: (args: { id: number }) => bad(`Invalid user ID: ${args.id}`),
  deactivatedUser: () => bad('User is deactivated'),
  namedUserDeactivated: (args: { id: number }) => bad(`User with ID ${args.id} is deactivated`),
  namedUserIsBot: (args: { id: number }) => bad(`User with ID ${args.id} is a bot`),
  lastOwnerRole: () => bad('The owner permission cannot be removed from the only organization owner.'),
  cannotDeactivateLastOwner: () => bad('Cannot deactivate the only organization owner'),
  cannotDeactivateLastUser: (args: { isLastOwner: boolean }) => {
    const entity = args.isLastOwner ? 'organization owner' : 'user';
    return make(400, 'CANNOT_DEACTIVATE_LAST_USER', `Cannot deactivate the only ${entity}.`, { entity, is_last_owner: args.isLastOwner });
  },

  nameTooLong: () => bad('Name too long!'),
  nameTooShort: () => bad('Name too short!'),
  nameHasInvalidCharacters: () => bad('Invalid characters in name!'),
  nameHasInvalidFormat: () => bad('Invalid format!'),
  nameInUse: () => bad('Name is already in use!'),
  nameChangesDisabled: () => bad('Name changes are disabled in this organization.'),

  invalidEmailAddress: () => bad('Enter a valid email address.'),
  emailInUse: (args: { email: string }) => bad(`Email '${args.email}' already in use`),
  emailHasAccount: () => bad('Already has an account.'),
  emailWithPlus: () => bad('Email addresses containing + are not allowed.'),
  emailDomainNotAllowed: (args: { email: string }) => bad(`Email '${args.email}' not allowed in this organization`),
  disposableEmail: () => bad('Please use your real email address.'),
  emailChangesDisabled: () => bad('Email address changes are disabled in this organization.'),
  confirmationMailsExhausted: () => bad('This address was sent too many confirmation links within the last 24 hours.'),
  /** For a confirmation of a new address. Unknown, used, replaced and expired links are not distinguished. */
  confirmationInvalid: () => bad('This confirmation link is invalid or has expired.'),

  noSuchBot: () => bad('No such bot'),
  invalidBotType: () => bad('Invalid bot type'),
  invalidUsername: () => bad('Bad name or username'),
  usernameInUse: () => bad('Username already in use'),
  botOwnerDeactivated: () => bad('The owner of the bot is deactivated'),
  noSuchBotOwner: () => bad('Failed to change owner, no such user'),
  newBotOwnerDeactivated: () => bad('Failed to change owner, user is deactivated'),
  newBotOwnerIsBot: () => bad("Failed to change owner, bots can't own other bots"),
  noSuchBotStorageKey: () => bad('Key does not exist.'),
  botStorageFull: (args: { excess: number; limit: number }) =>
    bad(`Request exceeds storage limit by ${args.excess} characters. The limit is ${args.limit} characters.`),
} as const;

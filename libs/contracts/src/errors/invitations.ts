import { bad, make } from './api-error.js';

/** Errors about invitations and joining. */
export const invitationErrors = {
  /** `errors`: address, reason, and whether there is a deactivated account. */
  invitationFailed: (args: {
    msg: string;
    errors?: readonly (readonly [string, string, boolean])[];
    sentInvitations?: boolean;
    dailyLimitReached?: boolean;
  }) =>
    make(400, 'INVITATION_FAILED', args.msg, {
      errors: args.errors ?? [],
      sent_invitations: args.sentInvitations ?? false,
      daily_limit_reached: args.dailyLimitReached ?? false,
      license_limit_reached: false,
    }),
  /** Of the people who open reusable links. It says nothing about the address. */
  joiningMailsExhausted: () => bad('This organization has reached its daily limit of mails to people with an invitation link.'),
  noInviteeEmails: () => bad('You must specify at least one email address.'),
  invalidInvitationChannel: (args: { id: number }) => bad(`Invalid channel ID ${args.id}. No invites were sent.`),
  noSuchInvitation: () => bad('No such invitation'),
  /** Unknown, used, revoked and expired links, and those of another organization, are not distinguished. */
  invitationInvalid: () => bad('This invitation link is invalid or has expired.'),
} as const;

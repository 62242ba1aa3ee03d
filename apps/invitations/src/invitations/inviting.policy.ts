import { apiErrors, type Refusal, ROLES, type Role } from '@parley/contracts';

/**
 * Whether a user may invite to a role: only owners invite owners, only administrators invite administrators and moderators, and no user
 * invites to a role above their own.
 */
export function invitingRefusal(inviter: Role, offered: Role): Refusal {
  if (offered === ROLES.owner && inviter !== ROLES.owner) return apiErrors.ownersOnly();
  if (offered <= ROLES.moderator && inviter > ROLES.administrator) return apiErrors.administratorsOnly();
  return offered < inviter ? apiErrors.insufficientPermission() : undefined;
}

/** Whether a user may revoke or resend an invitation. They always may for their own. */
export function invitationManagingRefusal(
  caller: { readonly userId: number; readonly role: Role },
  invitation: { readonly inviterId: number; readonly role: Role },
): Refusal {
  if (invitation.inviterId === caller.userId) return undefined;
  if (caller.role > ROLES.administrator) return apiErrors.administratorsOnly();
  return invitation.role === ROLES.owner && caller.role !== ROLES.owner ? apiErrors.ownersOnly() : undefined;
}

import { ROLES, type Role } from '@parley/contracts';

/**
 * The reason why a user may not invite to a role: only owners invite owners, only administrators invite administrators and moderators, and no
 * user invites to a role above their own.
 */
export function invitingFault(inviter: Role, offered: Role): 'owners-only' | 'administrators-only' | 'above-own' | undefined {
  if (offered === ROLES.owner && inviter !== ROLES.owner) return 'owners-only';
  if (offered <= ROLES.moderator && inviter > ROLES.administrator) return 'administrators-only';
  return offered < inviter ? 'above-own' : undefined;
}

/** The reason why a user may not revoke or resend an invitation. They always may for their own. */
export function invitationManagingFault(
  caller: { readonly userId: number; readonly role: Role },
  invitation: { readonly inviterId: number; readonly role: Role },
): 'owners-only' | 'administrators-only' | undefined {
  if (invitation.inviterId === caller.userId) return undefined;
  if (caller.role > ROLES.administrator) return 'administrators-only';
  return invitation.role === ROLES.owner && caller.role !== ROLES.owner ? 'owners-only' : undefined;
}

/** The addresses in a text, case-insensitively unique: separated by commas or newlines, `Name <address>` or bare. */
export function namedAddresses(text: string): string[] {
  const named = text.split(/[,\n]/).map((part) => (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim());
  return [...new Map(named.filter((address) => address !== '').map((address) => [address.toLowerCase(), address] as const)).values()];
}

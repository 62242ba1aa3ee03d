import { ROLES, type Role } from '@parley/contracts';

/** Why somebody may not invite to a role: owners are made by owners, administrators and moderators by administrators, nobody above himself. */
export function invitingFault(inviter: Role, offered: Role): 'owners-only' | 'administrators-only' | 'above-own' | undefined {
  if (offered === ROLES.owner && inviter !== ROLES.owner) return 'owners-only';
  if (offered <= ROLES.moderator && inviter > ROLES.administrator) return 'administrators-only';
  return offered < inviter ? 'above-own' : undefined;
}

/** Why somebody may not end or repeat an invitation. His own he always may. */
export function invitationManagingFault(
  caller: { readonly userId: number; readonly role: Role },
  invitation: { readonly inviterId: number; readonly role: Role },
): 'owners-only' | 'administrators-only' | undefined {
  if (invitation.inviterId === caller.userId) return undefined;
  if (caller.role > ROLES.administrator) return 'administrators-only';
  return invitation.role === ROLES.owner && caller.role !== ROLES.owner ? 'owners-only' : undefined;
}

/** The addresses that a text names, each once whatever the case: separated by commas or newlines, `Name <address>` or bare. */
export function namedAddresses(text: string): string[] {
  const named = text.split(/[,\n]/).map((part) => (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim());
  return [...new Map(named.filter((address) => address !== '').map((address) => [address.toLowerCase(), address] as const)).values()];
}

import type { OutputOf } from '@parley/contracts';
import type { inviteOwner } from '@parley/contracts/invitations';

type OwnerInvitation = OutputOf<typeof inviteOwner>;

/** The JSON form of an owner's invitation. */
export function ownerInvitationJson({ link, expiresAtMs }: OwnerInvitation) {
  return { owner_invitation: link, expires_at: new Date(expiresAtMs).toISOString() };
}

export function ownerInvitationText({ link, expiresAtMs }: OwnerInvitation): Record<string, string> {
  return {
    "owner's invitation": link,
    'open until': `${new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC, for one person`,
  };
}

import type { Mail } from '@parley/mail';
import type { InvitationRecord } from '@parley/persistence';

/**
 * Whether a person who accepts must first prove their address by a mail: with a reusable link, which says nothing about it, where the server can send
 * mail (docs/adr/0021-accounts-for-others.md). The operator vouches for the person to whom they give a link.
 */
export function provesAddress({ email, isOfOperator }: InvitationRecord, mail: Mail): boolean {
  return email === null && !isOfOperator && mail.isConfigured;
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ChannelMailbox, MAILBOX_SIGNATURE_BYTES, mailboxClaim } from '@parley/contracts/messaging';

/** The signature of a mailbox, with the key of its channel. In hexadecimal digits. */
export function signChannelMailbox(key: string, mailbox: ChannelMailbox): string {
  return createHmac('sha256', key)
    .update(mailboxClaim(mailbox))
    .digest('hex')
    .slice(0, MAILBOX_SIGNATURE_BYTES * 2);
}

export function isSignedMailbox(key: string, mailbox: ChannelMailbox, signature: string): boolean {
  const [own, given] = [Buffer.from(signChannelMailbox(key, mailbox)), Buffer.from(signature)];
  return own.length === given.length && timingSafeEqual(own, given);
}

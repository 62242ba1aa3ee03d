import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { localPartOf, MAILBOX_SIGNATURE_BYTES, mailboxClaim, type ReplyMailbox } from '@parley/contracts/messaging';
import type { BaseConfig } from './config.js';

const SECRET_BYTES = 32;
const DAY_MS = 86_400_000;
/** Longer than mail servers try to deliver. */
const VALID_DAYS = 7;

/** Signed addresses at which a person answers a mail about missed messages. They are not stored. */
export class ReplyMailboxes {
  private readonly secrets: readonly Buffer[];

  constructor({ PARLEY_CALLER_SECRET, PARLEY_CALLER_SECRET_PREVIOUS: previous }: BaseConfig) {
    this.secrets = [PARLEY_CALLER_SECRET, ...(previous === undefined ? [] : [previous])].map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'parley mail reply', SECRET_BYTES)),
    );
  }

  /** The part of the address before the `@`. */
  localPartFor(who: { readonly organizationId: number; readonly userId: number }, messageId: number, now = Date.now()): string {
    const mailbox: ReplyMailbox = { kind: 'reply', ...who, messageId, lastDay: Math.floor(now / DAY_MS) + VALID_DAYS };
    return localPartOf(mailbox, this.signatures(mailbox)[0] ?? '');
  }

  isValid(mailbox: ReplyMailbox, signature: string, now = Date.now()): boolean {
    if (now >= (mailbox.lastDay + 1) * DAY_MS) return false;
    return this.signatures(mailbox).some((own) =>
      timingSafeEqual(Buffer.from(own), Buffer.from(signature.padEnd(own.length).slice(0, own.length))),
    );
  }

  private signatures(mailbox: ReplyMailbox): string[] {
    return this.secrets.map((secret) =>
      createHmac('sha256', secret)
        .update(mailboxClaim(mailbox))
        .digest('hex')
        .slice(0, MAILBOX_SIGNATURE_BYTES * 2),
    );
  }
}

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { BaseConfig } from './config.js';

/** What a link in a mail ends: mails about missed messages, or the digest. */
export type MailKind = 'missed' | 'digest';

const SECRET_BYTES = 32;
const TOKEN = /^(missed|digest)-(\d{1,10})-([\w-]{43})$/;

/**
 * Signed tokens of links that end mails without a login: they can do nothing else. They do not expire, because old mails must be able to end new
 * ones. They are not stored.
 */
export class UnsubscribeTokens {
  private readonly secrets: readonly Buffer[];

  constructor({ PARLEY_CALLER_SECRET, PARLEY_CALLER_SECRET_PREVIOUS: previous }: BaseConfig) {
    this.secrets = [PARLEY_CALLER_SECRET, ...(previous === undefined ? [] : [previous])].map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'parley unsubscribe', SECRET_BYTES)),
    );
  }

  tokenOf(organizationId: number, userId: number, kind: MailKind): string {
    return `${kind}-${userId}-${this.signatures(organizationId, userId, kind)[0]}`;
  }

  /** Undefined if it is not a token of this organization. */
  read(organizationId: number, token: string): { readonly userId: number; readonly kind: MailKind } | undefined {
    const [, kind, id, signature = ''] = TOKEN.exec(token) ?? [];
    if (kind !== 'missed' && kind !== 'digest') return undefined;
    const userId = Number(id);
    const isSigned = this.signatures(organizationId, userId, kind).some((own) => timingSafeEqual(Buffer.from(own), Buffer.from(signature)));
    return isSigned ? { userId, kind } : undefined;
  }

  private signatures(organizationId: number, userId: number, kind: MailKind): string[] {
    return this.secrets.map((secret) => createHmac('sha256', secret).update(`${organizationId}:${userId}:${kind}`).digest('base64url'));
  }
}

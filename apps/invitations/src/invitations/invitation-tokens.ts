import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@parley/runtime';
import type { InvitationsConfig } from '../config.js';

const SECRET_BYTES = 32;

/**
 * Tokens of invitation links (docs/adr/0015-invitation-tokens.md), derived from the organization, a nonce that is stored, and a secret
 * that is not. So the same link can be derived again for another mail or a list, and the database alone contains no usable link.
 */
@Injectable()
export class InvitationTokens {
  private readonly secret: Buffer;

  constructor(@Inject(CONFIG) config: Pick<InvitationsConfig, 'PARLEY_CALLER_SECRET'>) {
    this.secret = Buffer.from(hkdfSync('sha256', config.PARLEY_CALLER_SECRET, '', 'parley invitation link', SECRET_BYTES));
  }

  /** 256 bits, as 43 URL-safe characters. `nonce`: hexadecimal. */
  tokenOf(organizationId: number, nonce: string): string {
    return createHmac('sha256', this.secret).update(`${organizationId}:${nonce}`).digest('base64url');
  }

  /** The stored value, by which a token is found. */
  digestOf(token: string): Buffer<ArrayBuffer> {
    return createHash('sha256').update(token).digest();
  }
}

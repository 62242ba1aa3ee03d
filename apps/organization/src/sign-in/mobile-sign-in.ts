import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { organizationSettings } from '@parley/contracts/organization';
import type { OrganizationRecord } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { KeysOfAccounts } from '../credentials/keys-of-accounts.js';
import type { IdentifiedAccount } from './linked-identities.repository.js';

/** How stock apps sign in through a browser: its last redirect opens the app, with the API key encrypted by a one-time pad that the app made. */
@Injectable()
export class MobileSignIn {
  constructor(
    private readonly keys: KeysOfAccounts,
    private readonly addresses: OrganizationAddresses,
  ) {}

  /** @throws apiKeysDisabled */
  async url({ id, stringId, settings }: OrganizationRecord, { userId, deliveryEmail }: IdentifiedAccount, pad: string): Promise<string> {
    if (!organizationSettings(settings).api_keys_allowed) throw apiErrors.apiKeysDisabled();
    const key = (await this.keys.of(id, [userId])).get(userId);
    if (key === undefined) throw new Error(`user ${userId} has no key`);
    const query = new URLSearchParams({
      otp_encrypted_api_key: encrypted(key, pad),
      email: deliveryEmail,
      user_id: String(userId),
      realm: this.addresses.url(stringId),
    });
    return `zulip://login?${query}`;
  }
}

/** In hexadecimal, as is the pad. */
function encrypted(key: string, pad: string): string {
  const mask = Buffer.from(pad, 'hex');
  const bytes = Buffer.from(key, 'utf8');
  if (mask.length !== bytes.length) throw new Error('the one-time pad is not as long as the key');
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0))).toString('hex');
}

import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { ApiKeys } from '../credentials/api-keys.js';

/** Secrets of identity providers are stored encrypted, each for its provider. */
@Injectable()
export class ProviderSecrets {
  constructor(private readonly keys: ApiKeys) {}

  /** An empty text is no secret. */
  seal(organizationId: number, providerId: string, secret: string): Uint8Array | null {
    return secret === '' ? null : this.keys.seal(ownerOfSecret(organizationId, providerId), secret);
  }

  /** @throws providerFailed if it was encrypted by another installation */
  open(organizationId: number, { id, sealed }: { readonly id: string; readonly sealed: Uint8Array | null }): string | undefined {
    if (sealed === null) return undefined;
    try {
      return this.keys.open(ownerOfSecret(organizationId, id), sealed);
    } catch {
      throw apiErrors.providerFailed({ problem: 'Its secret must be entered again.' });
    }
  }
}

/** To what a secret is bound, so that it opens nowhere else. */
export function ownerOfSecret(organizationId: number, providerId: string): string {
  return `identity provider ${organizationId} ${providerId}`;
}

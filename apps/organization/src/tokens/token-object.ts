import type { OutputOf } from '@parley/contracts';
import type { listApiTokens, listProvisioningTokens } from '@parley/contracts/organization';
import type { ApiToken } from '../credentials/api-tokens.repository.js';

type TokenObject = OutputOf<typeof listApiTokens>['tokens'][number];
type ProvisioningTokenObject = OutputOf<typeof listProvisioningTokens>['tokens'][number];

export function tokenObjectOf({ id, name, scopes, channelIds, createdAt, expiresAt, lastUsedAt }: ApiToken): TokenObject {
  return { id, name, scopes, channel_ids: channelIds, created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt };
}

export function provisioningTokenObjectOf({ id, name, createdAt, expiresAt, lastUsedAt }: ApiToken): ProvisioningTokenObject {
  return { id, name, created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt };
}

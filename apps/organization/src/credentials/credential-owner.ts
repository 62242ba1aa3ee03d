import { ALL_ROLES, type ApiError, apiErrors, callerQuotasSchema, type OutputOf } from '@parley/contracts';
import { BOT_TYPES, type verifyCredentials } from '@parley/contracts/organization';
import type { NamedByHost } from '@parley/runtime';
import { z } from 'zod';

export type Identity = OutputOf<typeof verifyCredentials>;
/** A host that may name an organization of this installation. */
export type PossibleHost = Exclude<NamedByHost, { kind: 'unknown' }>;

/** The owner of an API key or a session, and everything that decides whether it may be used. */
export const credentialOwner = z.object({
  organizationId: z.int(),
  stringId: z.string(),
  isOrganizationDeactivated: z.boolean(),
  userId: z.int(),
  role: z.literal(ALL_ROLES),
  isBot: z.boolean(),
  botOwnerId: z.int().nullable(),
  botType: z.int().nullable(),
  isActive: z.boolean(),
  /** Whether the account is already recorded as active today. */
  isKnownActive: z.boolean(),
  /** Of the organization; null if it has none. */
  quotas: callerQuotasSchema.nullable(),
});
export type CredentialOwner = z.infer<typeof credentialOwner>;

/** Every account belongs to a bare host. */
export function belongsTo(named: PossibleHost, owner: CredentialOwner | undefined): boolean {
  return named.kind === 'bare' || owner?.stringId === named.stringId;
}

/** Undefined: the account may be used. */
export function deactivationOf({ isOrganizationDeactivated, isActive }: CredentialOwner): ApiError | undefined {
  if (isOrganizationDeactivated) return apiErrors.organizationDeactivated();
  return isActive ? undefined : apiErrors.userDeactivated();
}

export function identityOf({ organizationId, userId, role, isBot, botOwnerId, botType, quotas }: CredentialOwner): Identity {
  const isIncomingWebhook = botType === BOT_TYPES.incomingWebhook;
  const identity = { organizationId, userId, role, isBot, botOwnerId, ...(isIncomingWebhook ? { isIncomingWebhook } : {}) };
  return quotas === null || Object.keys(quotas).length === 0 ? identity : { ...identity, quotas };
}

import { apiErrors, isStorable } from '@parley/contracts';
import { z } from 'zod';
import type { ProvenIdentity } from '../proven-identity.js';
import type { OidcSettings } from './oidc-settings.js';

/** OpenID Connect Core, section 2: at most 255 characters. */
const MAX_SUBJECT = 255;
const MAX_SESSION = 500;
const MAX_GROUPS = 5_000;
/** OpenID Connect Core, section 5.6.2: names the claims that the provider left out, as Entra ID does with many groups. */
const LEFT_OUT = '_claim_names';

const text = z.string().refine(isStorable);
const subject = text.min(1).max(MAX_SUBJECT);
const session = text.min(1).max(MAX_SESSION);
const groups = z.union([z.array(z.string()), z.string().transform((one) => [one])]);

type Claims = Readonly<Record<string, unknown>>;

/** Those of the ID token, and what only the user info has. An address counts as verified only where the same source, or one with the same address, says so. */
export function mergedClaims(idToken: Claims, userInfo: Claims): Claims {
  const { email = userInfo.email } = idToken;
  const isSame = email === userInfo.email;
  const verified = idToken.email === undefined ? userInfo.email_verified : (idToken.email_verified ?? (isSame && userInfo.email_verified));
  return { ...userInfo, ...idToken, email, email_verified: verified };
}

/** @throws providerFailed without a subject that can be stored */
export function identityOf(claims: Claims, { groups_claim }: OidcSettings): ProvenIdentity {
  const sub = subject.safeParse(claims.sub);
  if (!sub.success) throw apiErrors.providerFailed({ problem: 'Its answer names no usable subject.' });
  const email = text.safeParse(claims.email);
  return {
    subject: sub.data,
    email: email.success ? email.data.trim() : undefined,
    isEmailVerified: claims.email_verified === true,
    fullName: nameIn(claims),
    groups: groupsIn(claims, groups_claim),
    providerSession: session.safeParse(claims.sid).data,
  };
}

function groupsIn(claims: Claims, name: string | undefined): readonly string[] | undefined {
  if (name === undefined) return [];
  const named = groups.safeParse(claims[name]).data;
  const leftOut = claims[LEFT_OUT];
  if (named === undefined) return typeof leftOut === 'object' && leftOut !== null && Object.hasOwn(leftOut, name) ? undefined : [];
  return named.length > MAX_GROUPS ? undefined : named;
}

function nameIn({ name, given_name, family_name, preferred_username }: Claims): string | undefined {
  const parts = [given_name, family_name].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return [name, parts, preferred_username].find((each): each is string => typeof each === 'string' && each.trim() !== '');
}

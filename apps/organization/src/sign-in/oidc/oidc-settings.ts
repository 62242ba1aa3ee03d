import { storableText } from '@parley/contracts';
import { z } from 'zod';
import type { ProviderRecord } from '../identity-providers.repository.js';
import { accountRules } from '../provider-settings.js';

const MAX_SCOPES = 20;
/** RFC 6749, section 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;
const DEFAULT_SCOPES = ['openid', 'email', 'profile'];

export const oidcSettings = z.strictObject({
  issuer: storableText({ max: 500 }).refine(isIssuer, 'must be an https:// address without query and fragment'),
  client_id: storableText({ min: 1, max: 500 }),
  scopes: z
    .array(z.string().regex(SCOPE, 'must be names of scopes'))
    .max(MAX_SCOPES)
    .refine((scopes) => scopes.includes('openid'), 'must contain openid')
    .optional(),
  ...accountRules,
});
export type OidcSettings = z.infer<typeof oidcSettings>;

export function oidcSettingsOf({ settings }: Pick<ProviderRecord, 'settings'>): OidcSettings {
  return oidcSettings.parse(settings);
}

export function scopesOf({ scopes = DEFAULT_SCOPES }: OidcSettings): string {
  return scopes.join(' ');
}

/** http:// is refused when it is used, except in a network that the operator allows. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && search === '' && hash === '';
}

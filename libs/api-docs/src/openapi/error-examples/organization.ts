import { organizationErrors } from '@parley/contracts';
import type { ErrorExamples } from './error-example.js';

export const organizationErrorExamples: ErrorExamples<typeof organizationErrors> = {
  domainExists: { args: { domain: 'example.com' }, fields: {} },
  noSuchDomain: { args: { domain: 'example.com' }, fields: {} },
  organizationExists: { args: { stringId: 'demo' }, fields: {} },
  noSuchRealmEmoji: { args: { name: 'unicorn' }, fields: {} },
  tooManyDomains: { args: { limit: 200 }, fields: {} },
  tooManyLinkifiers: { args: { limit: 200 }, fields: {} },
  tooManyPlaygrounds: { args: { limit: 200 }, fields: {} },
  tooManyRealmEmoji: { args: { limit: 5_000 }, fields: {} },
  invalidAuthenticationMethod: { args: { method: 'LDAP', valid: 'Email' }, fields: {} },
};

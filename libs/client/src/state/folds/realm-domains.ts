import { domainObject } from '@parley/contracts/organization';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const domains = z.array(domainObject);
const domainEvent = z.object({ realm_domain: domainObject });
const removed = z.object({ domain: z.string() });

/** Sorted by name. */
export const foldRealmDomains: Fold = (state, event) => {
  if (!('realm_domains' in state)) return state;
  const known = domains.parse(state.realm_domains);
  if (event.op === 'remove') return { ...state, realm_domains: known.filter(({ domain }) => domain !== removed.parse(event).domain) };
  if (event.op !== 'add' && event.op !== 'change') throw new Error(`no fold for realm_domains ${String(event.op)}`);
  const { realm_domain } = domainEvent.parse(event);
  const next = [...known.filter(({ domain }) => domain !== realm_domain.domain), realm_domain];
  return { ...state, realm_domains: next.sort((a, b) => (a.domain < b.domain ? -1 : 1)) };
};

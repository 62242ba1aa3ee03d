import { createRequire } from 'node:module';
import { z } from 'zod';

interface Lists {
  readonly domains: ReadonlySet<string>;
  /** Their subdomains are disposable too. */
  readonly domainTrees: ReadonlySet<string>;
}

const PACKAGE = 'disposable-email-domains';
const listSchema = z.array(z.string());
let lists: Lists | undefined;

/** Whether the domain provides disposable addresses. The list is large, so it is loaded on first use. */
export function isDisposableDomain(domain: string): boolean {
  lists ??= { domains: listOf(PACKAGE), domainTrees: listOf(`${PACKAGE}/wildcard.json`) };
  const { domains, domainTrees } = lists;
  const labels = domain.toLowerCase().split('.');
  return domains.has(labels.join('.')) || labels.some((_, from) => domainTrees.has(labels.slice(from).join('.')));
}

function listOf(file: string): Set<string> {
  return new Set(listSchema.parse(createRequire(import.meta.url)(file)));
}

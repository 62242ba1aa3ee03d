import { createRequire } from 'node:module';
import { z } from 'zod';

interface Lists {
  readonly domains: ReadonlySet<string>;
  /** With all domains below them. */
  readonly families: ReadonlySet<string>;
}

const PACKAGE = 'disposable-email-domains';
let lists: Lists | undefined;

/** Whether addresses of the domain are made to be thrown away. The list is large: it is read when it is first asked. */
export function isDisposableDomain(domain: string): boolean {
  lists ??= { domains: listOf(PACKAGE), families: listOf(`${PACKAGE}/wildcard.json`) };
  const { domains, families } = lists;
  const labels = domain.toLowerCase().split('.');
  return domains.has(labels.join('.')) || labels.some((_, from) => families.has(labels.slice(from).join('.')));
}

function listOf(file: string): Set<string> {
  return new Set(z.array(z.string()).parse(createRequire(import.meta.url)(file)));
}

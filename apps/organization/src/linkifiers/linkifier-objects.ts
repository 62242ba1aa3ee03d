import { type LinkifierObject, linkifiersChanged } from '@parley/contracts/organization';
import type { ChangeLog } from '@parley/event-log';
import { type LinkifierRecord, linkifiersOf, type SqlReader, type Tx } from '@parley/persistence';

/** The organization's linkifiers in wire format, in their order. */
export async function linkifierObjects(reader: SqlReader, organizationId: number): Promise<LinkifierObject[]> {
  return toLinkifierObjects(await linkifiersOf(reader, organizationId));
}

export function toLinkifierObjects(linkifiers: readonly LinkifierRecord[]): LinkifierObject[] {
  return linkifiers.map((linkifier) => ({
    id: linkifier.id,
    pattern: linkifier.pattern,
    url_template: linkifier.urlTemplate,
    example_input: linkifier.exampleInput,
    reverse_template: linkifier.reverseTemplate,
    alternative_url_templates: [...linkifier.alternativeUrlTemplates],
  }));
}

export async function logLinkifiers(tx: Tx, log: ChangeLog, organizationId: number): Promise<void> {
  log.append(linkifiersChanged, { linkifiers: await linkifierObjects(tx, organizationId) });
}

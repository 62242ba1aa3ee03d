import type { Tx } from '@parley/persistence';
import type { LinkifierDefinition } from './linkifier-definition.js';

/** The id of the linkifier with this pattern. */
export async function linkifierWithPattern(tx: Tx, organizationId: number, pattern: string): Promise<number | undefined> {
  const found = await tx.linkifier.findFirst({ where: { organizationId, pattern }, select: { id: true } });
  return found?.id;
}

/** After all others. Returns its id. */
export async function insertLinkifier(tx: Tx, organizationId: number, definition: LinkifierDefinition): Promise<number> {
  const { _max } = await tx.linkifier.aggregate({ where: { organizationId }, _max: { place: true } });
  const { id } = await tx.linkifier.create({ data: { ...columnsOf(definition), organizationId, place: (_max.place ?? -1) + 1 } });
  return id;
}

export async function replaceLinkifier(tx: Tx, organizationId: number, id: number, definition: LinkifierDefinition): Promise<void> {
  await tx.linkifier.update({ where: { id, organizationId }, data: columnsOf(definition) });
}

export async function removeLinkifier(tx: Tx, organizationId: number, id: number): Promise<void> {
  await tx.linkifier.delete({ where: { id, organizationId } });
}

/** Renumbers them from 0. `order`: the ids of all. */
export async function renumberLinkifiers(tx: Tx, organizationId: number, order: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE linkifier l SET place = wanted.place - 1
    FROM unnest(${[...order]}::int[]) WITH ORDINALITY AS wanted (id, place)
    WHERE l.id = wanted.id AND l.organization_id = ${organizationId}`;
}

function columnsOf(definition: LinkifierDefinition) {
  return { ...definition, alternativeUrlTemplates: [...definition.alternativeUrlTemplates] };
}

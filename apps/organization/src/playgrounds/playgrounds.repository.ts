import type { Reader, Tx } from '@parley/persistence';

export interface NewPlayground {
  readonly name: string;
  readonly pygmentsLanguage: string;
  readonly urlTemplate: string;
}

export interface PlaygroundRecord extends NewPlayground {
  readonly id: number;
}

/** The organization's code playgrounds, by id. */
export function playgroundsOf(reader: Reader, organizationId: number): Promise<PlaygroundRecord[]> {
  return reader.playground.findMany({ where: { organizationId }, orderBy: { id: 'asc' } });
}

/** Returns its id. */
export async function insertPlayground(tx: Tx, organizationId: number, playground: NewPlayground): Promise<number> {
  const { id } = await tx.playground.create({ data: { ...playground, organizationId }, select: { id: true } });
  return id;
}

export async function removePlayground(tx: Tx, organizationId: number, playgroundId: number): Promise<void> {
  await tx.playground.delete({ where: { id: playgroundId, organizationId } });
}

import { type PlaygroundObject, playgroundsChanged } from '@parley/contracts/organization';
import type { ChangeLog } from '@parley/event-log';
import type { SqlReader, Tx } from '@parley/persistence';
import { type PlaygroundRecord, playgroundsOf } from './playgrounds.repository.js';

/** The organization's code playgrounds in wire format, ordered by id. */
export async function playgroundObjects(reader: SqlReader, organizationId: number): Promise<PlaygroundObject[]> {
  return toPlaygroundObjects(await playgroundsOf(reader, organizationId));
}

export function toPlaygroundObjects(playgrounds: readonly PlaygroundRecord[]): PlaygroundObject[] {
  return playgrounds.map(({ id, name, pygmentsLanguage, urlTemplate }) => ({
    id,
    name,
    pygments_language: pygmentsLanguage,
    url_template: urlTemplate,
  }));
}

export async function logPlaygrounds(tx: Tx, log: ChangeLog, organizationId: number): Promise<void> {
  log.append(playgroundsChanged, { playgrounds: await playgroundObjects(tx, organizationId) });
}

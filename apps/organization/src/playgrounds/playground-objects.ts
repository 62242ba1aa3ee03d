import { type PlaygroundObject, playgroundsChanged } from '@parley/contracts/organization';
import type { ChangeLog } from '@parley/event-log';
import type { Reader, Tx } from '@parley/persistence';
import { playgroundsOf } from './playgrounds.repository.js';

/** The organization's code playgrounds in wire format, ordered by id. */
export async function playgroundObjects(reader: Reader, organizationId: number): Promise<PlaygroundObject[]> {
  const playgrounds = await playgroundsOf(reader, organizationId);
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

import { MAX_PEOPLE_REVEALED, MAX_REVEALED_TO, peopleHidden, peopleRevealed } from '@parley/contracts';
import { type Acquaintance, peopleRevealedOf, type Tx } from '@parley/persistence';
import type { ChangeLog } from './event-log.js';

/** Tells guests of the people whom they may see from now on. */
export async function tellRevealed(tx: Tx, log: ChangeLog, organizationId: number, met: readonly Acquaintance[]): Promise<void> {
  for (const { viewerIds, personIds } of batches(met)) {
    log.append(peopleRevealed, { viewerIds, people: await peopleRevealedOf(tx, organizationId, personIds) });
  }
}

/** Tells guests of the people whom they may not see any more. `host`: of the organization, without port. */
export async function tellHidden(
  tx: Tx,
  log: ChangeLog,
  organizationId: number,
  parted: readonly Acquaintance[],
  host: string,
): Promise<void> {
  for (const { viewerIds, personIds } of batches(parted)) {
    const people = await peopleRevealedOf(tx, organizationId, personIds);
    log.append(peopleHidden, { viewerIds, people: people.map(({ user }) => user), host });
  }
}

/** In pieces that one event holds. */
function batches(acquaintances: readonly Acquaintance[]): { viewerIds: number[]; personIds: number[] }[] {
  return acquaintances.flatMap(({ viewerIds, personIds }) =>
    pieces(viewerIds, MAX_REVEALED_TO).flatMap((viewers) =>
      pieces(personIds, MAX_PEOPLE_REVEALED).map((people) => ({ viewerIds: viewers, personIds: people })),
    ),
  );
}

function pieces(ids: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size));
}

import { type GuestVisibility, peopleRevealedOf } from '@parley/access';
import type { Role } from '@parley/contracts';
import { MAX_PEOPLE_REVEALED, MAX_REVEALED_TO, peopleHidden, peopleRevealed } from '@parley/contracts/organization';
import { type Tx } from '@parley/persistence';
import type { ChangeLog } from './event-log.js';

/** Appends events that reveal newly visible users to limited guests. `viewersRole`: their new role, if they are not guests any more. */
export async function appendPeopleRevealed(
  tx: Tx,
  log: ChangeLog,
  organizationId: number,
  revealed: readonly GuestVisibility[],
  viewersRole?: Role,
): Promise<void> {
  for (const { viewerIds, personIds } of batches(revealed)) {
    log.append(peopleRevealed, {
      viewerIds,
      ...(viewersRole && { viewersRole }),
      people: await peopleRevealedOf(tx, organizationId, personIds),
    });
  }
}

/** Appends events that hide users whom limited guests may no longer see. `host`: of the organization, without port. */
export async function appendPeopleHidden(
  tx: Tx,
  log: ChangeLog,
  organizationId: number,
  hidden: readonly GuestVisibility[],
  host: string,
): Promise<void> {
  for (const { viewerIds, personIds } of batches(hidden)) {
    const people = await peopleRevealedOf(tx, organizationId, personIds);
    log.append(peopleHidden, { viewerIds, people: people.map(({ user }) => user), host });
  }
}

/** In batches that fit into one event. */
function batches(guestVisibilities: readonly GuestVisibility[]): { viewerIds: number[]; personIds: number[] }[] {
  return guestVisibilities.flatMap(({ viewerIds, personIds }) =>
    pieces(viewerIds, MAX_REVEALED_TO).flatMap((viewers) =>
      pieces(personIds, MAX_PEOPLE_REVEALED).map((people) => ({ viewerIds: viewers, personIds: people })),
    ),
  );
}

function pieces(ids: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size));
}

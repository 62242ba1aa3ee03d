import { CommandError } from '../command-error.js';
import type { MovingCells } from './cell-databases.js';
import { lockMove } from './fence.repository.js';

const LONGEST_MS = 24 * 3600 * 1000;

/**
 * One process at a time moves an organization. The lock is one of PostgreSQL in the source, so it ends with the process.
 * @throws CommandError if another process has it
 */
export function withMoveLock<T>({ source }: MovingCells, organizationId: number, work: () => Promise<T>): Promise<T> {
  return source.database.transaction(
    async (tx) => {
      if (!(await lockMove(tx, organizationId)))
        throw new CommandError('Another command is moving the organization now: move-status shows it.');
      return work();
    },
    { timeoutMs: LONGEST_MS },
  );
}

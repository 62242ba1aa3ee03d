import { CommandError } from '../command-error.js';
import type { CellDatabase } from './cell-databases.js';
import { holdsMoveLock, lockMove } from './fence.repository.js';

const LONGEST_MS = 24 * 3600 * 1000;

/** @throws CommandError if this command does not hold the lock any more. Each step that cannot be undone asks first. */
export type CheckLock = () => Promise<void>;

/**
 * One process at a time moves an organization. The lock is one of PostgreSQL in the source, so it ends with the process, and also with its connection:
 * `work` asks with `checkLock`.
 * @throws CommandError if another process has it
 */
export function withMoveLock<T>(source: CellDatabase, organizationId: number, work: (checkLock: CheckLock) => Promise<T>): Promise<T> {
  return source.database.transaction(
    async (tx) => {
      if (!(await lockMove(tx, organizationId)))
        throw new CommandError('Another command is moving the organization now: move-status shows it.');
      return work(async () => {
        // A transaction has one connection, so a statement that succeeds shows that the lock is still held.
        const isHeld = await holdsMoveLock(tx, organizationId).catch((cause) => {
          throw new CommandError(lost(source.cell), { cause });
        });
        if (!isHeld) throw new CommandError(lost(source.cell));
      });
    },
    { timeoutMs: LONGEST_MS },
  );
}

function lost(cell: string): string {
  return `The connection to PostgreSQL of ${cell} that held the lock of the move is lost. Run the command again.`;
}

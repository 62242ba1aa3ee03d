import { setCell } from '@parley/contracts/directory';
import { CommandError } from '../command-error.js';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';

export interface CellChanges {
  /** The most organizations. Null: no limit. */
  readonly capacity?: number | null;
  /** Whether new organizations may be placed there. */
  readonly isOpen?: boolean;
}

export class SetCell {
  constructor(private readonly suite: RunningSuite) {}

  async execute(name: string, changes: CellChanges): Promise<Answer> {
    if (this.suite.cells.length === 0) throw new CommandError('There are no cells: CELLS names none, or only one.');
    if (Object.keys(changes).length === 0) throw new CommandError('Say what to change: --capacity, --open or --closed.');
    const { outcome } = await this.suite.callAsSystem(setCell, { name, ...changes });
    if (outcome === 'unknown-cell') throw new CommandError(`There is no cell "${name}": list-cells shows all.`);
    const { capacity, isOpen } = changes;
    const parts = [
      ...(capacity === undefined ? [] : [capacity === null ? 'has no limit' : `takes at most ${capacity} organizations`]),
      ...(isOpen === undefined ? [] : [isOpen ? 'takes new organizations' : 'takes no new organizations']),
    ];
    return { text: `${name} ${parts.join(' and ')}.`, json: { name, ...changes } };
  }
}

/** @throws CommandError if the text is not a capacity */
export function parseCapacity(text: string): number | 'none' {
  if (text === 'none') return text;
  const capacity = Number(text);
  if (!/^\d{1,7}$/.test(text)) throw new CommandError(`"${text}" is no capacity: give a number of organizations, or "none".`);
  return capacity;
}

import { listCells } from '@parley/contracts/directory';
import { describeCell } from '@parley/contracts/organization';
import { CommandError } from '../command-error.js';
import type { Answer } from '../output/answer.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';

interface ShownCell {
  readonly name: string;
  readonly capacity: number | null;
  readonly isOpen: boolean;
  readonly organizations: number;
  readonly number: number | null;
  readonly schema: string | null;
  /** Whether its services answered. */
  readonly isUp: boolean;
}

/** Shows the cells, what the directory knows of them and what they say of themselves, and whether they fit together. */
export class ListCells {
  constructor(private readonly suite: RunningSuite) {}

  async execute(): Promise<Answer> {
    if (this.suite.cells.length === 0) throw new CommandError('There are no cells: CELLS names none, or only one.');
    const { cells: known } = await this.suite.callAsSystem(listCells, {});
    const cells = await Promise.all(known.map(async (cell): Promise<ShownCell> => ({ ...cell, ...(await this.ask(cell.name)) })));
    const faults = faultsOf(cells, this.suite.cells);
    const titles = ['cell', 'state', 'organizations', 'capacity', 'number', 'schema'];
    return {
      text: [table(titles, cells.map(row)), ...faults].join('\n'),
      json: {
        cells: cells.map(({ isOpen, isUp, ...cell }) => ({ ...cell, is_open: isOpen, is_up: isUp })),
        faults,
      },
      isFault: faults.length > 0,
    };
  }

  private async ask(cell: string): Promise<Pick<ShownCell, 'number' | 'schema' | 'isUp'>> {
    const isNamed = this.suite.cells.includes(cell);
    const said = isNamed ? await this.suite.callInCell(describeCell, {}, cell).catch(ifSilent) : undefined;
    return { number: said?.number ?? null, schema: said?.schema ?? null, isUp: said !== undefined };
  }
}

function ifSilent(error: unknown): undefined {
  if (!(error instanceof CommandError)) throw error;
}

function row({ name, isOpen, isUp, organizations, capacity, number, schema }: ShownCell): string[] {
  const state = isUp ? (isOpen ? 'open' : 'closed') : 'does not answer';
  return [name, state, String(organizations), capacity === null ? 'no limit' : String(capacity), String(number ?? '-'), schema ?? '-'];
}

/** What would let ids of two cells collide, or an organization not move. */
function faultsOf(cells: readonly ShownCell[], configured: readonly string[]): string[] {
  const faults: string[] = [];
  for (const { name } of cells.filter((cell) => !configured.includes(cell.name)))
    faults.push(`${name} is in the directory, and CELLS does not name it.`);
  for (const name of configured.filter((each) => !cells.some((cell) => cell.name === each)))
    faults.push(`CELLS names ${name}, and the directory does not know it.`);
  const up = cells.filter(({ isUp }) => isUp);
  for (const { name } of up.filter(({ number }) => number === null))
    faults.push(`${name} has no number: run its migration job with CELL_NUMBER.`);
  for (const [n, { name, number }] of up.entries()) {
    const other = up.slice(0, n).find((cell) => number !== null && cell.number === number);
    if (other !== undefined) faults.push(`${other.name} and ${name} have the same number ${number}, so they assign the same ids.`);
  }
  if (new Set(up.map(({ schema }) => schema)).size > 1)
    faults.push('The cells have different schemas: run the migration job of one version for all.');
  return faults;
}

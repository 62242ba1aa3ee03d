import { NewIncarnation } from '../log/new-incarnation.js';
import type { CommandParts } from '../portability/portability-commands.js';
import { ListCells } from './list-cells.js';
import { RepairDirectory } from './repair-directory.js';
import { parseCapacity, SetCell } from './set-cell.js';

interface SetCellOptions {
  readonly json?: true;
  readonly capacity?: number | 'none';
  readonly open?: true;
  readonly closed?: true;
}

/** Commands for the cells of an installation. */
export function addCellCommands({ command, json, answer }: CommandParts): void {
  command('list-cells', 'show the cells, and whether they fit together')
    .addOption(json())
    .action((options: { readonly json?: true }) => answer(options, (suite) => new ListCells(suite).execute()));

  command('set-cell', 'change how many organizations a cell takes')
    .argument('<cell>', 'name from list-cells')
    .option('--capacity <number>', 'the most organizations, or "none" for no limit', parseCapacity)
    .option('--open', 'new organizations may be placed there')
    .option('--closed', 'no new organization is placed there')
    .addOption(json())
    .action((name: string, { capacity, open, closed, ...options }: SetCellOptions) =>
      answer(options, (suite) =>
        new SetCell(suite).execute(name, {
          ...(capacity === undefined ? {} : { capacity: capacity === 'none' ? null : capacity }),
          ...(open === true || closed === true ? { isOpen: closed !== true } : {}),
        }),
      ),
    );

  command('repair-directory', 'record organizations that the directory does not know, and forget those that their cell no longer has')
    .addOption(json())
    .action((options: { readonly json?: true }) => answer(options, (suite) => new RepairDirectory(suite).execute()));

  command('new-incarnation', 'end all event queues after a restore of PostgreSQL')
    .option('--cell <cell>', 'the cell that was restored, if there are several')
    .addOption(json())
    .action(({ cell, ...options }: { readonly json?: true; readonly cell?: string }) =>
      answer(options, (suite) => new NewIncarnation(suite).execute(cell)),
    );
}

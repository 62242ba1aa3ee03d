import { CommandError } from '../command-error.js';
import type { AnswerOptions, CommandParts } from '../portability/portability-commands.js';
import { CancelMove } from './cancel-move.js';
import { MoveOrganization } from './move-organization.js';
import { MoveStatus } from './move-status.js';
import { PurgeMoved } from './purge-moved.js';

interface MoveOptions extends AnswerOptions {
  readonly to?: string;
  readonly cancel?: true;
}

const NEEDS = 'needs DATABASE_URL_<CELL> of both cells, with a superuser';

/** Commands that move an organization to another cell. */
export function addMoveCommands({ command, json, answer, environment, report }: CommandParts): void {
  command('move-organization', `move an organization to another cell while it is used; run it again if it was interrupted; ${NEEDS}`)
    .argument('<organization>', 'string id of the organization (its subdomain)')
    .option('--to <cell>', 'the cell where it will live')
    .option('--cancel', 'end the move, if the organization does not live in the other cell yet')
    .addOption(json())
    .action((stringId: string, { to, cancel, ...options }: MoveOptions) =>
      answer(options, (suite) => {
        const context = { suite, environment, report };
        if ((to === undefined) !== (cancel === true)) throw new CommandError('Say where it moves with --to, or --cancel.');
        return to === undefined ? new CancelMove(context).execute(stringId) : new MoveOrganization(context).execute(stringId, to);
      }),
    );

  command('move-status', `show moves that are not done, and what moved organizations left behind; ${NEEDS}`)
    .argument('[organization]', 'string id of one organization; default: all')
    .addOption(json())
    .action((stringId: string | undefined, options: AnswerOptions) =>
      answer(options, (suite) => new MoveStatus({ suite, environment, report }).execute(stringId)),
    );

  command('purge-moved', `delete the rows that an organization left in the cell from which it moved; ${NEEDS}`)
    .argument('<organization>', 'string id of the organization (its subdomain)')
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) =>
      answer(options, (suite) => new PurgeMoved({ suite, environment, report }).execute(stringId)),
    );
}

import { DIRECTORY, gauge } from './declare.js';

/** With several cells: docs/operations.md, "Cells". */
export const CELL_METRICS = {
  cellOrganizations: gauge({
    name: 'parley_cell_organizations',
    meaning: 'Organizations that live in a cell, are being created there or move there. Sampled at most every 15 s.',
    labels: { cell: 'name of the cell' },
    services: DIRECTORY,
    use: 'Use the `max`. How the cells are filled.',
  }),
  cellCapacity: gauge({
    name: 'parley_cell_capacity',
    meaning: 'The most organizations of a cell. A cell without a limit has no value.',
    labels: { cell: 'name of the cell' },
    services: DIRECTORY,
    use: 'Use the `max`. `admin set-cell` changes it.',
  }),
  moves: gauge({
    name: 'parley_moves',
    meaning: 'Organizations that move to another cell, or have left rows in the cell where they were.',
    labels: { step: '`copying`, `switching` (changes are refused), `cancelling`, `left` (rows are to be purged)' },
    services: DIRECTORY,
    use: 'Use the `max`. `admin move-status` names them.',
  }),
  moveStepSeconds: gauge({
    name: 'parley_move_step_seconds',
    meaning: 'Age of the oldest move in this step, 0 without one.',
    labels: { step: 'as of `parley_moves`' },
    services: DIRECTORY,
    use: 'Use the `max`. A switch takes at most a minute. If it is older, the command was interrupted: run it again.',
  }),
};

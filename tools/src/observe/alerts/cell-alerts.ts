import type { Alert } from './alert.js';

const HOURS = 60;

/** Cells, and organizations that move between them. */
export const CELL_ALERTS: readonly Alert[] = [
  {
    name: 'ParleyMoveInterrupted',
    expr: 'max(parley_move_step_seconds{step="switching"}) > 120',
    severity: 'page',
    summary: 'Changes of an organization that moves have been refused for {{ $value | humanizeDuration }}.',
    fires: { series: { 'parley_move_step_seconds{step="switching"}': '0x5 60+60x30' }, at: '15m' },
    quiet: {
      series: { 'parley_move_step_seconds{step="switching"}': '0 30 60 0x30', 'parley_move_step_seconds{step="copying"}': '0+60x60' },
      at: '3m',
    },
  },
  {
    name: 'ParleyMoveLeft',
    expr: 'max by (step) (parley_move_step_seconds{step=~"copying|cancelling"}) > 6 * 3600',
    severity: 'ticket',
    summary: 'An organization has been {{ $labels.step }} for {{ $value | humanizeDuration }}: its move was left.',
    fires: { series: { 'parley_move_step_seconds{step="copying"}': `0+60x${8 * HOURS}` }, at: '7h' },
    quiet: {
      series: {
        'parley_move_step_seconds{step="copying"}': `0+60x${5 * HOURS}`,
        'parley_move_step_seconds{step="left"}': `0+3600x${8 * HOURS}`,
      },
      at: '5h',
    },
  },
  {
    name: 'ParleyReplicationSlotKeepsLog',
    expr: 'max by (slot) (parley_replication_slot_bytes) > 2 * 1024 * 1024 * 1024',
    for: '15m',
    severity: 'ticket',
    summary: 'PostgreSQL keeps {{ $value | humanize1024 }}B of its write-ahead log for the replication slot {{ $labels.slot }}.',
    fires: { series: { 'parley_replication_slot_bytes{slot="parley_move_7"}': '3221225472x60' }, at: '30m' },
    quiet: { series: { 'parley_replication_slot_bytes{slot="parley_move_7"}': '3221225472x10 1048576x60' }, at: '30m' },
  },
  {
    name: 'ParleyCellFull',
    expr: 'max by (cell) (parley_cell_organizations) / (max by (cell) (parley_cell_capacity) > 0) > 0.9',
    for: '1h',
    severity: 'ticket',
    summary: 'The cell {{ $labels.cell }} has {{ $value | humanizePercentage }} of its organizations.',
    fires: {
      series: { 'parley_cell_organizations{cell="cell-1"}': '95x120', 'parley_cell_capacity{cell="cell-1"}': '100x120' },
      at: '90m',
    },
    quiet: {
      series: {
        'parley_cell_organizations{cell="cell-1"}': '95x120',
        'parley_cell_organizations{cell="cell-2"}': '95x120',
        'parley_cell_capacity{cell="cell-2"}': '200x120',
      },
      at: '90m',
    },
  },
];

import { changes } from './changes.js';
import { deliveries } from './deliveries.js';
import { lanes } from './lanes.js';
import { large100000 } from './large.js';
import { organizations } from './organizations.js';
import { ownChangesOfMany } from './own-changes.js';
import { polls } from './polls.js';
import { reads } from './reads.js';
import { registers } from './registers.js';
import { afterLoad, atRest } from './rest.js';
import type { Scenario } from './scenario.js';
import { sends } from './sends.js';
import { starts } from './starts.js';
import { webApp } from './web.js';

function inTurns(turns: string, scenarios: readonly Scenario[]): Scenario[] {
  return scenarios.map((scenario) => ({ ...scenario, turns }));
}

/** In the order of a run. */
export const ALL_SCENARIOS: readonly Scenario[] = [
  ...atRest,
  // Before the sends, whose messages stay unread: tens of thousands of unread messages would be part of each registration.
  ...inTurns('reads and registrations', [...reads, ...registers]),
  ...inTurns('changes', [...sends, ...changes, ...ownChangesOfMany, ...polls]),
  ...deliveries,
  ...large100000,
  ...lanes,
  ...afterLoad,
  ...starts,
  ...organizations,
  ...webApp,
];

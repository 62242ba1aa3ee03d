import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { readDemo } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { KillTargets } from '../client/kill-targets.js';
import { IN_THE_COMMIT, IN_THE_MIDDLE, type Stopped, WHEN_ANSWERED } from './joining/crash-points.js';
import { expectJoinedOnce } from './joining/expect-joined-once.js';
import { HeldDatabase } from './joining/held-database.js';
import { Joining } from './joining/joining.js';
import { STEPS, type Step } from './joining/steps.js';
import { type Invited, Team } from './joining/team.js';

/** `npm run test:faults` runs all crash points. */
const CRASH_POINTS = process.env.PARLEY_FAULT_MINUTES === undefined ? [IN_THE_COMMIT] : [IN_THE_MIDDLE, IN_THE_COMMIT, WHEN_ANSWERED];

const killTargets = new KillTargets();
let database: HeldDatabase;
/** One team for each step: a blocked organization does not block another. */
let teams: readonly Team[];
/** By team, one person for each crash point, invited while everything runs. */
let invited: readonly (readonly Invited[])[];
beforeAll(async () => {
  database = await HeldDatabase.open();
  const { base_url: baseUrl } = readDemo(process.env.PARLEY_DEMO_JSON);
  const suiteDirectory = dirname(process.env.PARLEY_DEMO_JSON ?? '');
  teams = await Promise.all(STEPS.map((_, index) => Team.make(suiteDirectory, baseUrl, `team${index}`)));
  invited = await Promise.all(teams.map((team) => Promise.all(CRASH_POINTS.map((_, index) => team.invite(`newcomer${index}`)))));
}, 240_000);
afterAll(async () => {
  await database?.close();
  closeConnections();
}, 240_000);

describe.each(CRASH_POINTS.map((each, index) => ({ ...each, index })))('joining, if $name', ({ index: point, crash }) => {
  let joinings: readonly Joining[];

  beforeAll(async () => {
    joinings = await Promise.all(teams.map((team, index) => prepare(team, invited[index]?.[point])));
    const stopped = await Promise.all(joinings.map((joining, index) => stopAt(STEPS[index], joining)));
    await crash(stopped, database, killTargets);
    await killTargets.untilAllReady();
  }, 240_000);

  it.each(STEPS.map((step, index) => ({ step: step.name, index })))(
    'at $step: results in one complete account',
    async ({ index }) => {
      const joining = joinings[index];
      if (joining === undefined) throw new Error('no one joined');
      await expectJoinedOnce(database, joining);
    },
    120_000,
  );
});

function prepare(team: Team, whom: Invited | undefined): Promise<Joining> {
  if (whom === undefined) throw new Error('no one was invited');
  return Joining.prepare(team, whom);
}

async function stopAt(step: Step | undefined, joining: Joining): Promise<Stopped> {
  if (step === undefined) throw new Error('there are more teams than steps');
  const hold = await step.stop(database, joining);
  return { step, joining, hold, runner: await hold.waiting() };
}

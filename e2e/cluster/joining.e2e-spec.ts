import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { readDemo } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { Victims } from '../client/victims.js';
import { expectJoinedOnce } from './joining/expect-joined-once.js';
import { HeldDatabase } from './joining/held-database.js';
import { Joining } from './joining/joining.js';
import { IN_THE_COMMIT, IN_THE_MIDDLE, type Stopped, WHEN_ANSWERED } from './joining/moments.js';
import { STEPS, type Step } from './joining/steps.js';
import { type Invited, Team } from './joining/team.js';

/** `npm run test:faults` runs all moments. */
const MOMENTS = process.env.PARLEY_FAULT_MINUTES === undefined ? [IN_THE_COMMIT] : [IN_THE_MIDDLE, IN_THE_COMMIT, WHEN_ANSWERED];

const victims = new Victims();
let database: HeldDatabase;
/** One team for each step: a blocked organization does not block another. */
let teams: readonly Team[];
/** By team, one person for each moment, invited while everything runs. */
let invited: readonly (readonly Invited[])[];
beforeAll(async () => {
  database = await HeldDatabase.open();
  const { base_url: baseUrl } = readDemo(process.env.PARLEY_DEMO_JSON);
  const suiteDirectory = dirname(process.env.PARLEY_DEMO_JSON ?? '');
  teams = await Promise.all(STEPS.map((_, place) => Team.make(suiteDirectory, baseUrl, `team${place}`)));
  invited = await Promise.all(teams.map((team) => Promise.all(MOMENTS.map((_, moment) => team.invite(`newcomer${moment}`)))));
}, 240_000);
afterAll(async () => {
  await database?.close();
  closeConnections();
}, 240_000);

describe.each(MOMENTS.map((each, moment) => ({ ...each, moment })))('joining, if $name', ({ moment, die }) => {
  let joinings: readonly Joining[];

  beforeAll(async () => {
    joinings = await Promise.all(teams.map((team, place) => prepare(team, invited[place]?.[moment])));
    const stopped = await Promise.all(joinings.map((joining, place) => stopAt(STEPS[place], joining)));
    await die(stopped, database, victims);
    await victims.untilAllReady();
  }, 240_000);

  it.each(STEPS.map((step, place) => ({ step: step.name, place })))(
    'at $step: results in one complete account',
    async ({ place }) => {
      const joining = joinings[place];
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
  return { step, joining, hold, doer: await hold.waiting() };
}

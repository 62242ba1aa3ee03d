import type { Victims } from '../../client/victims.js';
import type { HeldDatabase, Hold, Waiting } from './held-database.js';
import type { Joining } from './joining.js';
import { owedRow, type Step } from './steps.js';

/** A joining that is stopped in a step. */
export interface Stopped {
  readonly step: Step;
  readonly joining: Joining;
  readonly hold: Hold;
  /** The process that runs the step. */
  readonly doer: Waiting;
}

/** Kills the processes that are needed for the stopped steps, and releases what held them. */
export interface Moment {
  readonly name: string;
  die(stopped: readonly Stopped[], database: HeldDatabase, victims: Victims): Promise<void>;
}

/** Processes between the client and the service that creates the account. */
const CARRIERS = ['gateway-1', 'gateway-2', 'invitations-1', 'invitations-2'];

export const IN_THE_MIDDLE: Moment = {
  name: 'the process that runs a step is killed in the middle of it',
  die: async (stopped, database, victims) => {
    const doers = stopped.map(({ doer }) => doer);
    kill(victims, doers);
    await database.rollBack(doers);
    await letGo(stopped);
  },
};

export const IN_THE_COMMIT: Moment = {
  name: 'the process that runs a step is killed in its commit, before it can report it or start the next step',
  die: async (stopped, database, victims) => {
    const doers = stopped.map(({ doer }) => doer);
    await database.holdCommits();
    await letGo(stopped);
    await database.untilCommitting(doers);
    kill(victims, doers);
    await database.releaseCommits();
  },
};

export const WHEN_ANSWERED: Moment = {
  name: 'the process that requested a step is killed when the step is done, before it records that',
  die: async (stopped, database, victims) => {
    const owed = stopped.flatMap(({ step: { owedTo }, joining }) => (owedTo === null ? [] : [owedRow(joining, owedTo)]));
    const notes = await Promise.all(owed.map((row) => database.hold(row)));
    // For the account, the request itself is the requester.
    for (const name of CARRIERS) victims.kill(name);
    await letGo(stopped);
    const askers = await Promise.all(notes.map((note) => note.waiting()));
    kill(victims, askers);
    await database.rollBack(askers);
    await Promise.all(notes.map((note) => note.release()));
  },
};

function kill(victims: Victims, waiting: readonly Waiting[]): void {
  for (const instance of new Set(waiting.map((each) => each.instance))) victims.kill(instance);
}

async function letGo(stopped: readonly Stopped[]): Promise<void> {
  await Promise.all(stopped.map(({ hold }) => hold.release()));
}

import type { KillTargets } from '../../client/kill-targets.js';
import type { HeldDatabase, Hold, Waiting } from './held-database.js';
import type { Joining } from './joining.js';
import { outboxRow, type Step } from './steps.js';

/** A joining that is stopped in a step. */
export interface Stopped {
  readonly step: Step;
  readonly joining: Joining;
  readonly hold: Hold;
  /** The process that runs the step. */
  readonly runner: Waiting;
}

/** Kills the processes that are needed for the stopped steps, and releases what held them. */
export interface CrashPoint {
  readonly name: string;
  crash(stopped: readonly Stopped[], database: HeldDatabase, killTargets: KillTargets): Promise<void>;
}

/** Processes between the client and the service that creates the account. */
const CARRIERS = ['gateway-1', 'gateway-2', 'invitations-1', 'invitations-2'];

export const IN_THE_MIDDLE: CrashPoint = {
  name: 'the process that runs a step is killed in the middle of it',
  crash: async (stopped, database, killTargets) => {
    const runners = stopped.map(({ runner }) => runner);
    kill(killTargets, runners);
    await database.rollBack(runners);
    await letGo(stopped);
  },
};

export const IN_THE_COMMIT: CrashPoint = {
  name: 'the process that runs a step is killed in its commit, before it can report it or start the next step',
  crash: async (stopped, database, killTargets) => {
    const runners = stopped.map(({ runner }) => runner);
    await database.holdCommits();
    await letGo(stopped);
    await database.untilCommitting(runners);
    kill(killTargets, runners);
    await database.releaseCommits();
  },
};

export const WHEN_ANSWERED: CrashPoint = {
  name: 'the process that requested a step is killed when the step is done, before it records that',
  crash: async (stopped, database, killTargets) => {
    const pending = stopped.flatMap(({ step: { calledService }, joining }) =>
      calledService === null ? [] : [outboxRow(joining, calledService)],
    );
    const notes = await Promise.all(pending.map((row) => database.hold(row)));
    // For the account, the request itself is the requester.
    for (const name of CARRIERS) killTargets.kill(name);
    await letGo(stopped);
    const requesters = await Promise.all(notes.map((note) => note.waiting()));
    kill(killTargets, requesters);
    await database.rollBack(requesters);
    await Promise.all(notes.map((note) => note.release()));
  },
};

function kill(killTargets: KillTargets, waiting: readonly Waiting[]): void {
  for (const instance of new Set(waiting.map((each) => each.instance))) killTargets.kill(instance);
}

async function letGo(stopped: readonly Stopped[]): Promise<void> {
  await Promise.all(stopped.map(({ hold }) => hold.release()));
}

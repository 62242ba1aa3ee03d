import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { ProcessPlan } from './process-plan.js';

/**
 * Starts a process in its own process group, so that Ctrl-C in the terminal only reaches its supervisor, which stops everything in order.
 */
export function launch(plan: ProcessPlan): ChildProcess {
  const log = openSync(plan.logFile, 'a', 0o600);
  try {
    return spawn(plan.command, plan.args, {
      cwd: plan.cwd,
      env: plan.env,
      stdio: ['ignore', log, log],
      detached: true,
      ...(plan.account ?? {}),
    });
  } finally {
    closeSync(log);
  }
}

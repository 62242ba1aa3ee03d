import type { Workspace } from './workspace/workspace.js';

/** One broken rule in one place. `line` counts from 1; a finding about a whole file says line 1. */
export interface Violation {
  readonly file: string;
  readonly line: number;
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** What to do about it, as a sentence. */
  readonly fix: string;
}

export interface Rule {
  /** As given to `npm run check -- --rule <name>`. */
  readonly name: string;
  /** What holds when the rule passes, as a sentence. */
  readonly promise: string;
  check(workspace: Workspace): readonly Violation[] | Promise<readonly Violation[]>;
}

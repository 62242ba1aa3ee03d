import type { Workspace } from './workspace/workspace.js';

/** One violation of a rule. `line` counts from 1; a violation about a whole file has line 1. */
export interface Violation {
  readonly file: string;
  readonly line: number;
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** How to fix it, as a sentence. */
  readonly fix: string;
}

export interface Rule {
  /** The argument of `npm run check -- --rule <name>`. */
  readonly name: string;
  /** What the rule guarantees, as a sentence. */
  readonly description: string;
  check(workspace: Workspace): readonly Violation[] | Promise<readonly Violation[]>;
}

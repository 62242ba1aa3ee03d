/** The result of a command, as text and as JSON. */
export interface Answer {
  /** Without a final newline. */
  readonly text: string;
  /** In snake case, as in the API. */
  readonly json: unknown;
  /** Set if a check found faults; the exit code is then 1. */
  readonly isFault?: boolean;
}

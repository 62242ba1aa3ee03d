/** What a command answers: for people, and for programs. */
export interface Answer {
  /** Without a line end at the end. */
  readonly text: string;
  /** Snake case, as on the wire. */
  readonly json: unknown;
  /** What was looked at is not as it should be: exit code 1. */
  readonly isFault?: boolean;
}

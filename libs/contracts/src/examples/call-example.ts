/**
 * A call that works as it is printed, against the demo organization and by its owner. A text says `{now}` where it must be another one each
 * time: the shell puts a number there, the same in the whole example.
 */
export interface CallExample {
  /** Values of parameters. Those that are not named are not given. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Examples that come first, for what they do. Those whose answers are used come first anyway. */
  readonly after?: readonly string[];
  /** Instead of the owner. */
  readonly as?: { readonly email: string | Answer; readonly apiKey: Answer };
  /** Why it cannot be run as it stands. */
  readonly unable?: string;
}
export type CallExamples = Readonly<Record<string, CallExample>>;

/** A value that the answer of another example has. */
export class Answer {
  constructor(
    /** Name of the endpoint. */
    readonly of: string,
    /** JavaScript, behind the answer: `.messages[0].id`. */
    readonly at: string,
  ) {}
}

export function answer(of: string, at: string): Answer {
  return new Answer(of, at);
}

/** A file of a form. */
export class FileExample {
  constructor(
    readonly name: string,
    /** In Base64. */
    readonly content: string,
  ) {}
}

/** A PNG of one green pixel. */
export const GREEN_PIXEL = new FileExample(
  'pixel.png',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
);
export const NOTES = new FileExample('notes.txt', 'VGhpbmdzIHRvIGRvCg==');

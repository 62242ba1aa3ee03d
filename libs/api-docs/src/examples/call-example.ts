/**
 * A call that works as printed, against the demo organization and by its owner. `{now}` in a text is replaced by the shell with a number
 * that is unique to the run and the same in the whole example.
 */
export interface CallExample {
  /** Values of parameters. Others are omitted. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Examples to be run first, for their effects. Those whose responses are used run first anyway. */
  readonly after?: readonly string[];
  /** The caller, if it is not the owner. */
  readonly as?: { readonly email: string | Answer; readonly apiKey: Answer };
  /** The reason why it cannot be run as printed. */
  readonly unable?: string;
}
export type CallExamples = Readonly<Record<string, CallExample>>;

/** A value from the response of another example. */
export class Answer {
  constructor(
    /** Name of the endpoint. */
    readonly of: string,
    /** JavaScript to be appended to the response: `.messages[0].id`. */
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

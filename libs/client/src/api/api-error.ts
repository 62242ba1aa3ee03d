/** The server answered with an error. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';

  constructor(
    readonly status: number,
    /** Machine-readable, such as `BAD_EVENT_QUEUE_ID`. */
    readonly code: string,
    message: string,
    /** The other fields of the error: `stream`, `var_name` and so on. */
    readonly fields: Readonly<Record<string, unknown>> = {},
    /** Seconds to wait before the next request, if the server named them. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }

  /** The error that an answer contains. */
  static of(status: number, body: unknown, retryAfter: string | null | undefined): ApiError {
    const { result: _, msg, code, ...fields } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    const seconds = Number(retryAfter ?? fields['retry-after']);
    return new ApiError(
      status,
      typeof code === 'string' ? code : '',
      typeof msg === 'string' && msg !== '' ? msg : `The server answered ${status}`,
      fields,
      Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
    );
  }
}

/** There was no answer: no connection, a broken one, or the deadline passed. It is unknown whether the request was carried out. */
export class NoAnswerError extends Error {
  override readonly name: string = 'NoAnswerError';
}

const TOO_MANY = 429;
const FAILED_FROM = 500;

/** Whether the same request may succeed later. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === TOO_MANY || error.status >= FAILED_FROM;
  return error instanceof NoAnswerError;
}

import { z } from 'zod';

/**
 * An error as clients receive it: code, HTTP status, text and extra fields. Clients see the text. Details for the log only go into `cause`.
 */
export type ErrorFields = Readonly<Record<string, unknown>>;

export interface ApiErrorShape {
  readonly code: string;
  readonly status: number;
  readonly msg: string;
  readonly fields: ErrorFields;
  /** Delay in seconds before a retry makes sense; becomes Retry-After. */
  readonly retryAfterSeconds?: number | undefined;
}

/** For answers that contain an error. */
export const apiErrorShapeSchema: z.ZodType<ApiErrorShape> = z.object({
  code: z.string(),
  status: z.int(),
  msg: z.string(),
  fields: z.record(z.string(), z.unknown()),
  retryAfterSeconds: z.number().optional(),
});

export class ApiError extends Error implements ApiErrorShape {
  readonly code: string;
  readonly status: number;
  readonly msg: string;
  readonly fields: ErrorFields;
  readonly retryAfterSeconds?: number;

  constructor(shape: ApiErrorShape, options?: { cause?: unknown }) {
    super(`${shape.code}: ${shape.msg}`, options);
    this.name = 'ApiError';
    this.code = shape.code;
    this.status = shape.status;
    this.msg = shape.msg;
    this.fields = shape.fields;
    if (shape.retryAfterSeconds !== undefined) this.retryAfterSeconds = shape.retryAfterSeconds;
  }

  /** The JSON body that clients parse. */
  toBody(): Record<string, unknown> {
    return { result: 'error', msg: this.msg, code: this.code, ...this.fields };
  }

  toShape(): ApiErrorShape {
    const { code, status, msg, fields, retryAfterSeconds } = this;
    return retryAfterSeconds === undefined ? { code, status, msg, fields } : { code, status, msg, fields, retryAfterSeconds };
  }
}

/** An error with its own code. */
export const make = (status: number, code: string, msg: string, fields: ErrorFields = {}) => new ApiError({ code, status, msg, fields });
/** An error without its own code. */
export const bad = (msg: string, fields?: ErrorFields) => make(400, 'BAD_REQUEST', msg, fields);

import { z } from 'zod';
import type { ErrorName } from '../errors.js';
import { type ArrivedRequest, arrivedRequest } from './arrived-request.js';
import { storableText } from './storable-text.js';
import { type UploadedFile, uploadedFile } from './uploaded-file.js';

/**
 * The encoding of a value in a form field or query string.
 * `text`: the raw string. `json`: JSON text (a JSON body may contain the value itself). `textOrJson`: JSON text if it parses, else the raw string.
 * `path`: a segment of the URL. `file`: the only file of a multipart form, under any field name. `request`: the request as it arrived.
 */
export type Encoding = 'text' | 'json' | 'textOrJson' | 'path' | 'file' | 'request';

/** Errors of a form that has not exactly one file. */
type FileCountError = 'missingUpload' | 'severalUploads' | 'notOneFile' | 'notOneAvatar' | 'notOneIcon' | 'notOneLogo';

/** Errors for an invalid value of the right type. */
export type ValueRefusal = Extract<
  ErrorName,
  'invalidValue' | 'invalidTimeZone' | 'invalidNotificationSound' | 'invalidEmailBatchingPeriod'
>;

/** Rules for an uploaded file. */
export interface FileRules {
  readonly maxMib: number;
  /** The error for no file. Absent if the file may be absent. */
  readonly missing?: FileCountError;
  /** The error for several files. */
  readonly several: FileCountError;
}

interface ParamOptions {
  readonly required: boolean;
  readonly defaultValue?: unknown;
  readonly aliases: readonly string[];
  readonly description?: string;
  readonly example?: unknown;
  readonly deprecated?: boolean;
  /** Possible values, for the documentation. The service rejects others with its own text. */
  readonly values?: readonly (string | number)[];
  /** Only of a `file`. */
  readonly file?: FileRules;
  /** Replaces the error for an invalid value of the right type, if clients expect another. */
  readonly refusal?: ValueRefusal;
}

/** One parameter of an endpoint. Immutable: each method returns a changed copy. `T` is what the use case receives. `D`: it has a default. */
export class Param<T, D extends boolean = boolean> {
  constructor(
    readonly schema: z.ZodType,
    readonly encoding: Encoding,
    readonly options: ParamOptions = { required: true, aliases: [] },
  ) {}

  /** Carries `T` for inference; never present at run time. */
  declare readonly _type: T;
  declare readonly _hasDefault: D;

  private with(change: Partial<ParamOptions>): ParamOptions {
    return { ...this.options, ...change };
  }
  optional(): Param<T | undefined, D> {
    return new Param(this.schema, this.encoding, this.with({ required: false }));
  }
  default(defaultValue: T): Param<T, true> {
    return new Param(this.schema, this.encoding, this.with({ required: false, defaultValue }));
  }
  /** Also accepted under `names`. Sent twice: REQUEST_CONFUSING_VAR. */
  alias(...names: string[]): Param<T, D> {
    return new Param(this.schema, this.encoding, this.with({ aliases: [...this.options.aliases, ...names] }));
  }
  describe(description: string): Param<T, D> {
    return new Param(this.schema, this.encoding, this.with({ description }));
  }
  example(example: unknown): Param<T, D> {
    return new Param(this.schema, this.encoding, this.with({ example }));
  }
  /** Documents the possible values without validation. */
  values(values: readonly (string | number)[]): Param<T, D> {
    return new Param(this.schema, this.encoding, this.with({ values }));
  }
  deprecated(): Param<T, D> {
    return new Param(this.schema, this.encoding, this.with({ deprecated: true }));
  }
  refusal(refusal: ValueRefusal): Param<T, D> {
    return new Param(this.schema, this.encoding, this.with({ refusal }));
  }
}

export type ParamShape = Readonly<Record<string, Param<unknown>>>;

/** The object of typed values that a use case receives: optional parameters may be absent. */
export type ParamsOf<S extends ParamShape> = {
  [K in keyof S as undefined extends S[K]['_type'] ? never : K]: S[K]['_type'];
} & {
  [K in keyof S as undefined extends S[K]['_type'] ? K : never]?: S[K]['_type'];
};

type OptionalToSend<S extends ParamShape> = {
  [K in keyof S]: undefined extends S[K]['_type'] ? K : S[K]['_hasDefault'] extends true ? K : never;
}[keyof S];
type FileOf<S extends ParamShape> = { [K in keyof S]: NonNullable<S[K]['_type']> extends UploadedFile ? K : never }[keyof S];
/** The object of typed values that a client sends: what has a default may be absent, and a file is sent apart. */
export type ParamsToSend<S extends ParamShape> = { readonly [K in Exclude<keyof S, OptionalToSend<S> | FileOf<S>>]: S[K]['_type'] } & {
  readonly [K in Exclude<OptionalToSend<S>, FileOf<S>>]?: S[K]['_type'] | undefined;
};

export function text(limits: { min?: number; max?: number } = {}): Param<string> {
  let schema = z.string();
  if (limits.min !== undefined) schema = schema.min(limits.min);
  if (limits.max !== undefined) schema = schema.max(limits.max);
  return new Param(schema, 'text');
}
/** Text that is stored as sent. Text that cannot be stored is rejected. */
export function storedText(limits: { min?: number; max: number }): Param<string> {
  return new Param(storableText(limits), 'text');
}
export function int(limits: { min?: number; max?: number } = {}): Param<number> {
  let schema = z.int();
  if (limits.min !== undefined) schema = schema.min(limits.min);
  if (limits.max !== undefined) schema = schema.max(limits.max);
  return new Param(schema, 'json');
}
export function bool(): Param<boolean> {
  return new Param(z.boolean(), 'json');
}
export function choice<const V extends readonly [string, ...string[]]>(values: V): Param<V[number]> {
  return new Param(z.enum(values), 'text');
}
/** JSON text of any type: `json(z.array(z.int()))`. The schema must not transform, because services validate the value again. */
export function json<T>(schema: z.ZodType<T>): Param<T> {
  return new Param(schema, 'json');
}
/** JSON if the text is JSON, else the raw text: `to` of a message, an anchor. */
export function textOrJson<T>(schema: z.ZodType<T>): Param<T> {
  return new Param(schema, 'textOrJson');
}
/** A numeric segment of the path. */
export function pathInt(): Param<number> {
  return new Param(z.int(), 'path');
}
export function pathText(): Param<string> {
  return new Param(z.string(), 'path');
}
/** The file of a multipart form. The gateway has stored it before it calls the service. */
export function oneFile(file: FileRules & Required<Pick<FileRules, 'missing'>>): Param<UploadedFile> {
  return new Param(uploadedFile, 'file', { required: true, aliases: [], file });
}
/** The file of a multipart form, if there is one. Other forms and JSON have none. */
export function optionalFile(file: Omit<FileRules, 'missing'>): Param<UploadedFile | undefined> {
  return new Param(uploadedFile, 'file', { required: false, aliases: [], file });
}
/** The request as it arrived, for a sender that does not send the parameters of an endpoint. All other parameters are in the query. */
export function wholeRequest(): Param<ArrivedRequest> {
  return new Param(arrivedRequest, 'request');
}

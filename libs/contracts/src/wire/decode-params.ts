import { ApiError, apiErrors } from '../errors.js';
import type { ArrivedRequest } from './arrived-request.js';
import { isDeeperThan, MAX_JSON_DEPTH } from './json-depth.js';
import { Param, type ParamShape, type ParamsOf } from './param.js';
import { parameterError } from './parameter-error.js';
import type { UploadedFile } from './uploaded-file.js';

/** Query string and body of a request merged (the body takes precedence), path segments separate. Values are strings unless the body was JSON. */
export interface RawRequest {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly path: Readonly<Record<string, string>>;
  /** The uploaded file, already stored. */
  readonly file?: UploadedFile | undefined;
  readonly arrived?: ArrivedRequest | undefined;
}

export interface DecodedRequest<S extends ParamShape> {
  readonly params: ParamsOf<S>;
  /** Sorted names of unknown fields: `ignored_parameters_unsupported`. */
  readonly ignored: readonly string[];
}

/** The gateway accepts these on every endpoint. */
const UNIVERSAL_FIELDS = new Set(['client']);

/** Decodes wire text to typed values, in the order of declaration. Throws the specific ApiError of the first error. Reports unknown fields. */
export function decodeParams<S extends ParamShape>(shape: S, raw: RawRequest): DecodedRequest<S> {
  const params: Record<string, unknown> = {};
  const known = new Set(UNIVERSAL_FIELDS);
  for (const [name, param] of Object.entries(shape)) {
    if (param.encoding === 'path') {
      params[name] = decodePathSegment(name, param, raw.path[name] ?? '');
      continue;
    }
    if (param.encoding === 'file') {
      if (raw.file !== undefined) params[name] = raw.file;
      else if (param.options.required) throw missing(name, param);
      continue;
    }
    if (param.encoding === 'request') {
      if (raw.arrived === undefined) throw new Error('the request was not kept as it arrived');
      params[name] = raw.arrived;
      continue;
    }
    for (const accepted of [name, ...param.options.aliases]) known.add(accepted);
    const value = decodeField(name, param, raw.fields);
    if (value !== undefined) params[name] = value;
  }
  // With the whole request, the service reads further fields.
  const ignored = raw.arrived === undefined ? Object.keys(raw.fields).filter((name) => !known.has(name)) : [];
  return { params: params as ParamsOf<S>, ignored: ignored.sort() };
}

function decodePathSegment(name: string, param: Param<unknown>, segment: string): unknown {
  const value = /^-?\d{1,15}$/.test(segment) ? Number(segment) : segment;
  for (const candidate of [value, segment]) {
    const parsed = param.schema.safeParse(candidate);
    if (parsed.success) return parsed.data;
  }
  throw apiErrors.badPathParameter({ name, value: segment });
}

function decodeField(name: string, param: Param<unknown>, fields: Readonly<Record<string, unknown>>): unknown {
  const given = [name, ...param.options.aliases].filter((field) => fields[field] !== undefined);
  const [first, second] = given;
  if (first !== undefined && second !== undefined) throw apiErrors.confusingParameters({ first, second });
  if (first === undefined) {
    if (!param.options.required) return param.options.defaultValue;
    throw missing(name, param);
  }
  return check(name, param, decodeText(name, param, lastOf(fields[first])));
}

function missing(name: string, { options }: Param<unknown>): ApiError {
  const ofFile = options.file?.missing;
  return ofFile === undefined ? apiErrors.missingParameter({ name }) : apiErrors[ofFile]();
}

/** Of a repeated form field the last value is used. A list in a JSON body is a value, not a repetition. */
function lastOf(value: unknown): unknown {
  return value instanceof RepeatedField ? value.values.at(-1) : value;
}

/** Several values of one form field or query parameter, from the gateway's body parsers. */
export class RepeatedField {
  constructor(readonly values: readonly string[]) {}
}

function decodeText(name: string, param: Param<unknown>, value: unknown): unknown {
  if (typeof value !== 'string' || param.encoding === 'text') return value;
  try {
    return JSON.parse(value);
  } catch {
    if (param.encoding === 'textOrJson') return value;
    throw apiErrors.parameterNotJson({ name });
  }
}

function check(name: string, param: Param<unknown>, value: unknown): unknown {
  if (isDeeperThan(MAX_JSON_DEPTH, value)) throw apiErrors.parameterTooDeep({ name });
  const parsed = param.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const { refusal } = param.options;
  if (refusal !== undefined && issue?.code !== 'invalid_type') throw apiErrors[refusal]({ name, value: String(value) });
  throw issue === undefined ? apiErrors.invalidValue({ name }) : parameterError(name, value, issue);
}

import { ApiError, apiErrors } from '@parley/contracts';

export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The keywords of RFC 7644, section 3.12, that are used here. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'
  | undefined;

/** An error as a SCIM client receives it. */
export class ScimError extends Error {
  constructor(
    readonly status: number,
    readonly scimType: ScimType,
    readonly detail: string,
  ) {
    super(`${status} ${scimType ?? ''} ${detail}`);
    this.name = 'ScimError';
  }

  toBody(): Record<string, unknown> {
    const { status, scimType, detail } = this;
    return { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType === undefined ? {} : { scimType }), detail };
  }
}

export const scimErrors = {
  notFound: (what: string) => new ScimError(404, undefined, `${what} does not exist.`),
  methodNotAllowed: (method: string, path: string) => new ScimError(405, undefined, `${method} is not allowed at ${path}.`),
  notImplemented: (what: string) => new ScimError(501, undefined, `${what} is not supported.`),
  invalidFilter: (detail: string) => new ScimError(400, 'invalidFilter', detail),
  invalidPath: (path: string) => new ScimError(400, 'invalidPath', `The path ${JSON.stringify(path.slice(0, 200))} names no attribute.`),
  invalidSyntax: (detail: string) => new ScimError(400, 'invalidSyntax', detail),
  invalidValue: (detail: string) => new ScimError(400, 'invalidValue', detail),
  mutability: (detail: string) => new ScimError(400, 'mutability', detail),
  noTarget: (path: string) => new ScimError(400, 'noTarget', `The path ${JSON.stringify(path.slice(0, 200))} matches no value.`),
  tooMany: (detail: string) => new ScimError(413, 'tooMany', detail),
  uniqueness: (detail: string) => new ScimError(409, 'uniqueness', detail),
} as const;

/** Stands for the variable part of a text. */
const ANYTHING = '\0';
const TAKEN = [
  apiErrors.nameInUse().msg,
  apiErrors.emailInUse({ email: ANYTHING }).msg,
  apiErrors.userGroupNameInUse({ name: ANYTHING }).msg,
].map((text) => text.split(ANYTHING));
/** The state of the account or group forbids the change. */
const STATE: ReadonlySet<string> = new Set(
  [apiErrors.lastOwnerRole(), apiErrors.cannotDeactivateLastOwner(), apiErrors.groupInUse({ objections: [] })].map(({ msg }) => msg),
);

/** Undefined: not a fault of the client. */
export function scimErrorOf(error: unknown): ScimError | undefined {
  if (error instanceof ScimError) return error;
  if (!(error instanceof ApiError) || error.status >= 500) return undefined;
  const { msg, status } = error;
  if (TAKEN.some(([start = '', end = '']) => msg.startsWith(start) && msg.endsWith(end))) return scimErrors.uniqueness(msg);
  if (STATE.has(msg)) return scimErrors.mutability(msg);
  return status === 400 ? scimErrors.invalidValue(msg) : new ScimError(status, undefined, msg);
}

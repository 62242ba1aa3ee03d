import { z } from 'zod';
import type { Caller, Visitor } from './caller.js';
import type { RateLimitKind } from './rate-limit-kinds.js';
import type { ChannelLimit, EndpointScope, TokenScope } from './token-scopes.js';
import { type FileRules, Param, type ParamShape, type ParamsOf } from './wire/param.js';

export const SERVICES = ['messaging', 'channels', 'settings', 'organization', 'invitations', 'notifications', 'event-queue'] as const;
export type Service = (typeof SERVICES)[number];
/** What serves calls: the services of a cell, and the directory of the cells (docs/adr/0045-cells.md). */
export type CalledService = Service | 'directory';

/** user: HTTP Basic required. none: credentials are ignored. optional: either. */
export type Auth = 'user' | 'none' | 'optional';
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A call between processes over NATS. Subject `rpc.<service>.<name>`, served by the queue group `<service>`. */
export interface Contract<I = unknown, O = unknown, W = unknown> {
  readonly name: string;
  readonly service: CalledService;
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType<O>;
  /** The call fails with 503 after this time. */
  readonly timeoutMs: number;
  /** Repeating the call has no further effect, so a call whose answer was lost may be repeated. */
  readonly safeToRetry: boolean;
  /** It can hold a connection or a processor for long. A service admits few such calls at once, fairly by organization and user. */
  readonly expensive?: boolean;
  /** A caller may ask one process of the service first, at the subject `rpc.<service>.<name>.<process>`. */
  readonly addressable?: boolean;
  /** Callers remember large texts that many answers share (docs/adr/0039-shared-texts-on-the-bus.md). */
  readonly sharesTexts?: boolean;
  /** Carries the type of the caller (Caller, Visitor or either) for inference; never present at run time. */
  readonly _caller?: W;
}

const DEFAULT_TIMEOUT_MS = 5_000;

interface EndpointSpec<S extends ParamShape, R extends z.ZodRawShape, A extends Auth> {
  /** Unique in the installation, camelCase verb-noun: also the OpenAPI operationId. */
  readonly name: string;
  readonly method: Method;
  /** Below /api/v1, parameters in braces: `/messages/{message_id}`. A parameter `{name...}` takes the rest of the path, including slashes. */
  readonly path: string;
  readonly service: Service;
  readonly auth?: A;
  /** The scope that an API token needs for the endpoint. `none` if and only if `auth` is 'none'. */
  readonly scope: EndpointScope;
  /** A second scope that the token needs, because the answer has data that `scope` does not cover. */
  readonly alsoNeeds?: TokenScope;
  /** How the endpoint enforces the channel limit of a token. If absent, tokens that are limited to channels are refused. */
  readonly channelLimit?: ChannelLimit;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly params: S;
  readonly response: R;
  readonly timeoutMs?: number;
  readonly safeToRetry?: boolean;
  /** See Contract. */
  readonly expensive?: boolean;
  /** See Contract. */
  readonly sharesTexts?: boolean;
  /** Open to browser sessions of people who must set up a second factor before anything else. */
  readonly duringEnrolment?: boolean;
  /** The gateway refuses bots with `humansOnly`. */
  readonly humansOnly?: boolean;
  /** Open to bots that may only send; the gateway refuses them everywhere else. */
  readonly incomingWebhooks?: boolean;
  /** The key of a bot is in the parameter `api_key` of the query, because senders of webhooks know only a URL. Other users are refused. */
  readonly keyInQuery?: boolean;
  /** A success may be answered as plain text: the response then has only `plain_text`. */
  readonly plainText?: boolean;
  /** The gateway refuses guests with `guestsNotAllowed`. */
  readonly membersOnly?: boolean;
  /** Answered by the gateway itself because it holds the connection (GET /events only). */
  readonly heldByGateway?: boolean;
  /** Answered only in the local demo (PARLEY_DEMO=1); elsewhere the path does not exist. */
  readonly demoOnly?: boolean;
  /** A success is a redirect (302) to the `url` of the response. */
  readonly redirects?: boolean;
  /** The rate limit that applies. Default: api. A `login` names the account in its parameter `username`, a `mails` the mailbox in `email`. */
  readonly rateLimit?: RateLimitKind;
  /** Parameter with a text to be rendered. A long one counts as several requests. */
  readonly rendersText?: string;
  /** A successful response proves that the client owns the mailbox in its `email`: the count of failed logins is reset. */
  readonly provesMailbox?: boolean;
  /** Names of the apiErrors that it can return, for the documentation. */
  readonly errors?: readonly string[];
  /** A successful response, for the documentation. */
  readonly example?: Readonly<Record<string, unknown>>;
}

type CallerOfAuth<A extends Auth> = A extends 'user' ? Caller : A extends 'none' ? Visitor : Caller | Visitor;

export interface Endpoint<S extends ParamShape = ParamShape, R extends z.ZodRawShape = z.ZodRawShape, A extends Auth = Auth>
  extends Contract<ParamsOf<S>, z.infer<z.ZodObject<R>>, CallerOfAuth<A>>,
    Omit<EndpointSpec<S, R, A>, 'timeoutMs' | 'safeToRetry' | 'auth' | 'service'> {
  readonly kind: 'endpoint';
  readonly service: Service;
  readonly auth: Auth;
}

/** Declares an endpoint. Route, parsing, error texts, OpenAPI, the service's typed handler and the tests' client derive from it. */
export function endpoint<S extends ParamShape, R extends z.ZodRawShape, A extends Auth = 'user'>(
  spec: EndpointSpec<S, R, A>,
): Endpoint<S, R, A> {
  return {
    ...spec,
    kind: 'endpoint',
    auth: spec.auth ?? 'user',
    timeoutMs: spec.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    safeToRetry: spec.safeToRetry ?? spec.method === 'GET',
    input: inputOf(spec.params) as z.ZodType<ParamsOf<S>>,
    output: z.object(spec.response) as unknown as z.ZodType<z.infer<z.ZodObject<R>>>,
  };
}

/** The rules for the file of a multipart call; undefined if the endpoint takes none. */
export function fileRulesOf({ params }: Pick<Endpoint, 'params'>): FileRules | undefined {
  return Object.values(params).find(({ encoding }) => encoding === 'file')?.options.file;
}

/** All calls of the endpoint are multipart calls with a file. */
export function requiresFile({ params }: Pick<Endpoint, 'params'>): boolean {
  return Object.values(params).some(({ encoding, options }) => encoding === 'file' && options.required);
}

/** The endpoint gets the request as it arrived, and its fields from the query only. */
export function takesWholeRequest({ params }: Pick<Endpoint, 'params'>): boolean {
  return Object.values(params).some(({ encoding }) => encoding === 'request');
}

function inputOf(params: ParamShape): z.ZodType {
  const present = (param: Param<unknown>) =>
    param.options.required || param.options.defaultValue !== undefined ? param.schema : param.schema.optional();
  return z.object(Object.fromEntries(Object.entries(params).map(([name, param]) => [name, present(param)])));
}

export interface ServiceCall<I = unknown, O = unknown> extends Contract<I, O, Caller | Visitor> {
  readonly kind: 'service-call';
}

/** Declares a call between services that has no HTTP endpoint. */
export function serviceCall<I, O>(spec: {
  name: string;
  service: CalledService;
  input: z.ZodType<I>;
  output: z.ZodType<O>;
  timeoutMs?: number;
  safeToRetry?: boolean;
  addressable?: boolean;
  sharesTexts?: boolean;
  expensive?: boolean;
}): ServiceCall<I, O> {
  return { ...spec, kind: 'service-call', timeoutMs: spec.timeoutMs ?? DEFAULT_TIMEOUT_MS, safeToRetry: spec.safeToRetry ?? false };
}

export type InputOf<C> = C extends Contract<infer I, unknown, unknown> ? I : never;
export type OutputOf<C> = C extends Contract<unknown, infer O, unknown> ? O : never;
export type CallerOfContract<C> = C extends Contract<unknown, unknown, infer W> ? W : never;

/** The argument of a handler. */
export interface CallOf<C> {
  readonly caller: CallerOfContract<C>;
  readonly params: InputOf<C>;
  readonly requestId: string;
  /** Milliseconds since the epoch. The caller does not wait longer. */
  readonly deadlineAt: number;
}

/** A message to every subscribed replica. It may be lost, so it may only speed up what would happen anyway. */
export interface Broadcast<P = unknown> {
  readonly kind: 'broadcast';
  readonly subject: string;
  readonly payload: z.ZodType<P>;
}

export function broadcast<P>(subject: string, payload: z.ZodType<P>): Broadcast<P> {
  return { kind: 'broadcast', subject: `broadcast.${subject}`, payload };
}

import { ApiError, basicCredential, type Caller, encodeCall } from '@parley/client';
import type { Endpoint, InputOf, OutputOf, ParamShape } from '@parley/contracts';
import type { z } from 'zod';
import { type HttpAnswer, http } from './http.js';
import { noteSecretWords } from './secret-words.js';

export interface Credentials {
  readonly email: string;
  readonly api_key: string;
}

/** A parsed answer with its HTTP status and headers. */
export interface ApiAnswer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: HttpAnswer['headers'];
  readonly body: T & { readonly result: string; readonly msg: string; readonly code?: string };
}

/** `ok` received an error. */
export class Refused extends ApiError {
  override readonly name = 'Refused';

  constructor(request: string, { status, body, headers }: ApiAnswer<unknown>) {
    const { code, fields, retryAfterSeconds } = ApiError.of(status, body, String(headers['retry-after'] ?? ''));
    super(status, code, `${request}: ${status} ${JSON.stringify(body)}`, fields, retryAfterSeconds);
  }
}

interface RequestOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Parameters of a test: the declared ones, or anything else to test a refusal. */
type Loose<I> = Partial<I> | Record<string, unknown>;

/** A user who calls the API over HTTP like a client app. Requests are built from the declarations. */
export class Actor {
  constructor(
    readonly baseUrl: string,
    readonly credentials?: Credentials,
    /** The Host header, which determines the organization. Default: that of the base URL. */
    readonly host?: string,
  ) {}

  /** Calls an endpoint and returns the answer, error or not. */
  call<S extends ParamShape, R extends z.ZodRawShape>(
    endpoint: Endpoint<S, R>,
    params: Loose<InputOf<Endpoint<S, R>>>,
    options: RequestOptions = {},
  ): Promise<ApiAnswer<OutputOf<Endpoint<S, R>>>> {
    const { method, path, fields } = encodeCall(endpoint, params);
    return this.request(method, `/api/v1${path}`, fields, options);
  }

  /**
   * Calls an endpoint that must succeed.
   * @throws Refused
   */
  async ok<S extends ParamShape, R extends z.ZodRawShape>(
    endpoint: Endpoint<S, R>,
    params: Loose<InputOf<Endpoint<S, R>>>,
    options: RequestOptions = {},
  ): Promise<OutputOf<Endpoint<S, R>>> {
    const answer = await this.call(endpoint, params, options);
    if (answer.status !== 200) throw new Refused(`${endpoint.method} ${endpoint.path}`, answer);
    return answer.body;
  }

  /** For what libs/client does with calls: event queues, stores. */
  readonly caller: Caller = { call: (endpoint, params, options) => this.ok(endpoint, params, options) };

  /** Calls an endpoint that takes a file, or with several files to test the refusal. `params` are for the path and the form. */
  async upload<S extends ParamShape, R extends z.ZodRawShape>(
    endpoint: Endpoint<S, R>,
    files: readonly { readonly name: string; readonly content: string | Uint8Array<ArrayBuffer> }[],
    params: Readonly<Record<string, unknown>> = {},
  ): Promise<ApiAnswer<OutputOf<Endpoint<S, R>>>> {
    const form = new FormData();
    for (const { name, content } of files) form.append('file', new Blob([content]), name);
    const { path, fields } = encodeCall(endpoint, params);
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const encoded = new Response(form);
    const answer = await http({
      method: endpoint.method,
      url: `${this.baseUrl}/api/v1${path}`,
      headers: { ...this.identity(), 'content-type': encoded.headers.get('content-type') ?? '' },
      body: new Uint8Array(await encoded.arrayBuffer()),
    });
    return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.text) };
  }

  /** Fetches any address and returns the answer unchanged. */
  fetch(path: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    return http({ method: 'GET', url: `${this.baseUrl}${path}`, headers: { ...this.identity(), ...headers } });
  }

  /** Sends any request with form fields: in the query for GET, else in the body. */
  async request<T>(
    method: string,
    path: string,
    fields: Readonly<Record<string, string>>,
    options: RequestOptions = {},
  ): Promise<ApiAnswer<T>> {
    noteSecretWords(fields);
    const form = new URLSearchParams(fields).toString();
    const inQuery = method === 'GET' && form !== '';
    const answer = await http({
      method,
      url: `${this.baseUrl}${path}${inQuery ? `?${form}` : ''}`,
      headers: {
        ...this.identity(),
        ...(method === 'GET'
          ? {}
          : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(Buffer.byteLength(form)) }),
      },
      ...(method === 'GET' ? {} : { body: form }),
      ...options,
    });
    const body = JSON.parse(answer.text);
    noteSecretWords(body);
    return { status: answer.status, headers: answer.headers, body };
  }

  private identity(): Record<string, string> {
    const headers: Record<string, string> = { 'user-agent': 'ParleyTests/1.0' };
    if (this.host !== undefined) headers.host = this.host;
    if (this.credentials !== undefined) {
      Object.assign(headers, basicCredential(this.credentials.email, this.credentials.api_key).headers());
    }
    return headers;
  }
}

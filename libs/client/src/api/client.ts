import type { Endpoint, OutputOf, ParamShape, ParamsToSend } from '@parley/contracts';
import type { z } from 'zod';
import { ApiError, NoAnswerError } from './api-error.js';
import type { Credential } from './credential.js';
import { encodeCall } from './encode-call.js';
import { countedBody, type UploadProgress } from './upload-body.js';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The call fails with NoAnswerError after this time. */
  readonly timeoutMs?: number;
}

/** Calls endpoints. The event queue, the store and the outbox need no more of a client. */
export interface Caller {
  /** @throws ApiError, NoAnswerError, and the reason of the signal if it was aborted */
  call<S extends ParamShape, R extends z.ZodRawShape>(
    endpoint: Endpoint<S, R>,
    params: ParamsToSend<S>,
    options?: CallOptions,
  ): Promise<OutputOf<Endpoint<S, R>>>;
}

export interface ClientOptions {
  /** Of the organization, such as `https://chat.example.com`. In a page of the organization: ''. */
  readonly baseUrl: string;
  readonly credential?: Credential;
  /** Default: that of the platform. */
  readonly fetch?: typeof fetch;
  /** Where the API is. Pages with a session use `/json`. */
  readonly apiPath?: string;
}

export interface UploadOptions extends CallOptions {
  readonly name?: string;
  readonly onProgress?: (progress: UploadProgress) => void;
}

const TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 600_000;

/** The calls of the API, from the same declarations as the server. */
export class Client implements Caller {
  constructor(private readonly options: ClientOptions) {}

  async call<S extends ParamShape, R extends z.ZodRawShape>(
    endpoint: Endpoint<S, R>,
    params: ParamsToSend<S>,
    options: CallOptions = {},
  ): Promise<OutputOf<Endpoint<S, R>>> {
    const { method, path, fields } = encodeCall(endpoint, params);
    const form = new URLSearchParams(fields);
    if (method !== 'GET') return this.send(path, { method, body: form }, options);
    return this.send(form.size === 0 ? path : `${path}?${form}`, { method }, options);
  }

  /** Calls an endpoint that takes a file. Where the platform streams requests, `onProgress` receives the progress. */
  async upload<S extends ParamShape, R extends z.ZodRawShape>(
    endpoint: Endpoint<S, R>,
    file: Blob,
    params: ParamsToSend<S>,
    { name, onProgress, ...options }: UploadOptions = {},
  ): Promise<OutputOf<Endpoint<S, R>>> {
    const { method, path, fields } = encodeCall(endpoint, params);
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', file, name ?? (file instanceof File ? file.name : 'file'));
    const init = onProgress === undefined ? { body: form } : countedBody(form, file.size, onProgress);
    return this.send(path, { method, ...init }, { timeoutMs: UPLOAD_TIMEOUT_MS, ...options });
  }

  private async send<T>(path: string, init: RequestInit, { signal, timeoutMs = TIMEOUT_MS }: CallOptions): Promise<T> {
    const { baseUrl, credential, apiPath = '/api/v1', fetch: send = fetch } = this.options;
    const deadline = AbortSignal.timeout(timeoutMs);
    const request: RequestInit = {
      ...init,
      headers: { ...credential?.headers(), ...(init.headers as Readonly<Record<string, string>> | undefined) },
      ...(credential?.cookies && { credentials: credential.cookies }),
      cache: 'no-store',
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    };
    let answer: Response;
    let text: string;
    try {
      answer = await send(`${baseUrl}${apiPath}${path}`, request);
      text = await answer.text();
    } catch (cause) {
      signal?.throwIfAborted();
      throw new NoAnswerError(deadline.aborted ? `no answer within ${timeoutMs} ms` : 'no answer', { cause });
    }
    const body = parsed(text);
    // A proxy may answer with something else, such as a page of its own.
    if (answer.ok && body === undefined) throw new NoAnswerError(`${path}: the answer is not from the server`);
    if (!answer.ok) throw ApiError.of(answer.status, body, answer.headers.get('retry-after'));
    return body as T;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

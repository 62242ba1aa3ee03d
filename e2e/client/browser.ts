import { encodeCall } from '@parley/client';
import type { Endpoint, InputOf, OutputOf, ParamShape } from '@parley/contracts';
import type { z } from 'zod';
import type { ApiAnswer } from './actor.js';
import { type HttpAnswer, http } from './http.js';

export interface SignedIn {
  readonly csrf_token: string;
  readonly user_id: number;
  readonly email: string;
}

/** What a test changes of the requests that a page would send. */
export interface Forged {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly fields?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A page in a browser: it keeps the cookies of its host, and names its origin. */
export class Browser {
  /** By name. */
  readonly cookies = new Map<string, string>();
  csrfToken = '';

  constructor(
    readonly baseUrl: string,
    readonly host: string,
    readonly userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  ) {}

  /** @throws Error if it is refused */
  async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<SignedIn> {
    const { status, body } = await this.trySignIn(email, password);
    if (status !== 200) throw new Error(`signing in was answered ${status} ${JSON.stringify(body)}`);
    this.csrfToken = body.csrf_token;
    return body;
  }

  trySignIn(email: string, password: string, forged: Forged = {}): Promise<ApiAnswer<SignedIn>> {
    return this.request('/json/session', { method: 'POST', fields: { username: email, password }, ...forged });
  }

  /** Calls an endpoint at /json and returns the answer, error or not. */
  call<S extends ParamShape, R extends z.ZodRawShape>(
    endpoint: Endpoint<S, R>,
    params: Partial<InputOf<Endpoint<S, R>>>,
    forged: Forged = {},
  ): Promise<ApiAnswer<OutputOf<Endpoint<S, R>>>> {
    const { method, path, fields } = encodeCall(endpoint, params);
    return this.request(`/json${path}`, { method, fields, ...forged });
  }

  /** The answer, whose body is JSON. */
  async request<T>(path: string, forged: Forged = {}): Promise<ApiAnswer<T>> {
    const { status, headers, text } = await this.fetch(path, forged);
    return { status, headers, body: JSON.parse(text) };
  }

  async fetch(path: string, { method = 'GET', headers = {}, fields = {}, signal }: Forged = {}): Promise<HttpAnswer> {
    const form = new URLSearchParams(fields).toString();
    const isRead = method === 'GET' || method === 'HEAD';
    const sent = {
      host: this.host,
      'user-agent': this.userAgent,
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(isRead
        ? {}
        : { origin: `http://${this.host}`, 'x-csrftoken': this.csrfToken, 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    };
    const answer = await http({
      method,
      url: `${this.baseUrl}${path}${isRead && form !== '' ? `?${form}` : ''}`,
      headers: Object.fromEntries(Object.entries(sent).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '')),
      ...(isRead ? {} : { body: form }),
      ...(signal && { signal }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.keep(line);
    return answer;
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/; *max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

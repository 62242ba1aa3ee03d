import type { Credentials } from './actor.js';
import { http } from './http.js';
import { noteSecretWords } from './secret-words.js';

type Fields = Readonly<Record<string, string>>;

/** A request exactly as some client writes it. */
export interface WireRequest {
  readonly method: string;
  /** Relative to /api/v1, unless it begins with two slashes. */
  readonly path: string;
  readonly query?: Fields;
  /** At most one body: a form, a multipart form, JSON, or any text. */
  readonly form?: Fields;
  readonly multipart?: Fields;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Fields;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Empty if there is no body. */
  readonly body: Readonly<Record<string, unknown>>;
}

const BOUNDARY = 'a-boundary-of-tests';

export async function wireRequest(baseUrl: string, caller: Credentials | undefined, request: WireRequest): Promise<WireAnswer> {
  noteSecretWords({ ...request.query, ...request.form, ...request.multipart });
  const { type, content } = bodyOf(request);
  const path = request.path.startsWith('//') ? request.path.slice(1) : `/api/v1${request.path}`;
  const query = request.query === undefined ? '' : `?${new URLSearchParams(request.query)}`;
  const answer = await http({
    method: request.method,
    url: `${baseUrl}${path}${query}`,
    headers: {
      ...(caller && { authorization: `Basic ${Buffer.from(`${caller.email}:${caller.api_key}`).toString('base64')}` }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(content === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) }),
      ...request.headers,
    },
    ...(content === undefined ? {} : { body: content }),
  });
  const body = answer.text === '' ? {} : JSON.parse(answer.text);
  noteSecretWords(body);
  return { status: answer.status, headers: answer.headers, text: answer.text, body };
}

function bodyOf({ form, multipart, json, text }: WireRequest): { readonly type?: string; readonly content?: string } {
  if (form !== undefined) return { type: 'application/x-www-form-urlencoded', content: new URLSearchParams(form).toString() };
  if (json !== undefined) return { type: 'application/json', content: JSON.stringify(json) };
  if (multipart !== undefined) return { type: `multipart/form-data; boundary=${BOUNDARY}`, content: multipartOf(multipart) };
  return text === undefined ? {} : { content: text };
}

function multipartOf(fields: Fields): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { RunningGateway } from '../src/start-gateway.js';
import { AS_ANNA } from './test-installation.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Sends a request to the API and parses the answer. The caller is Anna, unless `headers` says otherwise. */
export async function askOf(
  gateway: RunningGateway,
  path: string,
  init: RequestInit = {},
  headers: Record<string, string> = AS_ANNA,
): Promise<Answer> {
  const response = await fetch(gateway.url + path, {
    redirect: 'manual',
    ...init,
    headers: { ...headers, ...(init.headers as Record<string, string>) },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

/** For requests that `fetch` refuses but some clients send: a GET with a body, or a custom Host header. */
export async function askByHandOf(
  gateway: RunningGateway,
  method: string,
  path: string,
  body: string,
  headers: Record<string, string>,
): Promise<Record<string, unknown>> {
  const { text } = await askTextOf(
    gateway,
    path,
    { ...AS_ANNA, 'content-length': String(Buffer.byteLength(body)), ...headers },
    method,
    body,
  );
  return JSON.parse(text);
}

/** Sends a request with only these headers, and returns the answer as text. */
export function askTextOf(
  gateway: RunningGateway,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
  body = '',
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(gateway.url + path, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject).end(body);
  });
}

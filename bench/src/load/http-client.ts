import { Agent, request } from 'node:http';
import { z } from 'zod';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export type Fields = Readonly<Record<string, string>>;

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, scheduling: 'fifo' });
const answerObject = z.record(z.string(), z.unknown());

/** One request. Again if the server had just closed the connection that was kept for it. Fields go into the query of a GET, otherwise into the body as a form. */
export function call(method: string, url: string, headers: Fields, fields: Fields = {}): Promise<Answer> {
  const form = new URLSearchParams(fields).toString();
  const isGet = method === 'GET';
  const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(Buffer.byteLength(form)) };
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const outgoing = request(
      isGet && form !== '' ? `${url}?${form}` : url,
      { method, agent, headers: isGet ? headers : { ...headers, ...formHeaders } },
      (incoming) => {
        isAnswered = true;
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
        incoming.on('error', reject);
      },
    );
    outgoing.on('error', (error) => {
      if (outgoing.reusedSocket && !isAnswered) call(method, url, headers, fields).then(resolve, reject);
      else reject(error);
    });
    outgoing.end(isGet ? undefined : form);
  });
}

/** The body of a 200. @throws Error for every other answer, because figures with errors would mean nothing */
export async function callOk(method: string, url: string, headers: Fields, fields: Fields = {}): Promise<string> {
  const { status, body } = await call(method, url, headers, fields);
  if (status !== 200) throw new Error(`${method} ${new URL(url).pathname}: ${status} ${body.slice(0, 300)}`);
  return body;
}

export async function callJson(method: string, url: string, headers: Fields, fields: Fields = {}): Promise<Record<string, unknown>> {
  return answerObject.parse(JSON.parse(await callOk(method, url, headers, fields)));
}

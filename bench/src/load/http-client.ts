import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, scheduling: 'fifo' });

/** One request. Form fields go into the query of a GET, otherwise into the body. */
export function call(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = new URLSearchParams(fields).toString();
  const isGet = method === 'GET';
  return new Promise((resolve, reject) => {
    const outgoing = request(
      isGet && form !== '' ? `${url}?${form}` : url,
      {
        method,
        agent,
        headers: isGet
          ? { ...headers }
          : { ...headers, 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(Buffer.byteLength(form)) },
      },
      (incoming) => {
        let body = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk: string) => {
          body += chunk;
        });
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body }));
        incoming.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(isGet ? undefined : form);
  });
}

export async function callOk(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const answer = await call(method, url, headers, fields);
  if (answer.status !== 200) throw new Error(`${method} ${url}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body) as Record<string, unknown>;
}

import { DescribedApi } from './described-api.js';
import type { HttpAnswer, HttpCall } from './http.js';

/** One for the process: all suites that tests run are of the same code. */
let described: Promise<DescribedApi | undefined> | undefined;

/**
 * Every answer that tests get is held against the OpenAPI document of the server that gave it. While a server is down that should give the
 * document, nothing is: somebody is killing it.
 * @throws Error for an answer that is not as the document says
 */
export async function expectDescribed({ method, url }: HttpCall, { status, headers, text }: HttpAnswer): Promise<void> {
  const { origin, pathname: path } = new URL(url);
  if (method === 'HEAD' || !path.startsWith('/api/v1/')) return;
  const api = await describedApiOf(origin);
  const faults = api?.faultsOf({ method, path, status, headers, text }) ?? [];
  if (faults.length > 0) throw new Error(`not as the OpenAPI document says: ${faults.join('; ')}`);
}

/** What the server says of itself. Undefined: it is down. */
export async function describedApiOf(origin: string): Promise<DescribedApi | undefined> {
  described ??= readDocument(origin);
  const api = await described;
  if (api === undefined) described = undefined;
  return api;
}

async function readDocument(origin: string): Promise<DescribedApi | undefined> {
  try {
    const answer = await fetch(`${origin}/api/v1/openapi.json`);
    return answer.ok ? new DescribedApi(await answer.json()) : undefined;
  } catch (error) {
    // No connection, or one that broke.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

import { DescribedApi } from './described-api.js';
import type { HttpAnswer, HttpCall } from './http.js';

/** One for the process: all suites under test have the same code. */
let described: Promise<DescribedApi | undefined> | undefined;

/** During an upgrade two versions answer, whose documents differ. */
const areVersionsMixed = process.env.PARLEY_TEST_MIXED_VERSIONS === '1';

/**
 * Compares every answer that tests receive with the OpenAPI document of the server. While the server that should provide the document is
 * down, nothing is compared: a test is killing it.
 * @throws Error for an answer that does not match the document
 */
export async function expectDescribed({ method, url }: HttpCall, { status, headers, text }: HttpAnswer): Promise<void> {
  const { origin, pathname: path } = new URL(url);
  if (areVersionsMixed || method === 'HEAD' || !path.startsWith('/api/v1/')) return;
  const api = await describedApiOf(origin);
  const faults = api?.faultsOf({ method, path, status, headers, text }) ?? [];
  if (faults.length > 0) throw new Error(`does not match the OpenAPI document: ${faults.join('; ')}`);
}

/** The server's OpenAPI document; undefined if the server is down. */
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
    // No connection, or a broken one.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

import type { Endpoint } from '@parley/contracts';

/** A request in the format of the server. */
export interface EncodedCall {
  readonly method: Endpoint['method'];
  /** Below the root of the API. */
  readonly path: string;
  /** For the query of a GET, else for the body. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Encodes the parameters as their endpoint declares them. Absent ones are not sent; undeclared ones are sent as JSON. */
export function encodeCall(
  endpoint: {
    readonly method: Endpoint['method'];
    readonly path: string;
    readonly params: Readonly<Record<string, { readonly encoding: string }>>;
  },
  params: Readonly<Record<string, unknown>>,
): EncodedCall {
  const inPath = new Set<string>();
  const path = endpoint.path.replace(/\{(\w+)(\.\.\.)?\}/g, (_, name: string) => {
    inPath.add(name);
    return encodeURIComponent(String(params[name]));
  });
  const fields = Object.entries(params).flatMap(([name, value]) =>
    inPath.has(name) || value === undefined ? [] : [[name, fieldText(endpoint.params[name]?.encoding, value)]],
  );
  return { method: endpoint.method, path, fields: Object.fromEntries(fields) };
}

function fieldText(encoding: string | undefined, value: unknown): string {
  return typeof value === 'string' && encoding !== 'json' ? value : JSON.stringify(value);
}

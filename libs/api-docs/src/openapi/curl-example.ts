import { type Endpoint, Param, takesWholeRequest } from '@parley/contracts';
import { Answer, type CallExample, type CallExamples, FileExample } from '../examples/call-example.js';
import { takesForm } from './parameters.js';

/** Shell variables and the function that all examples use. `baseUrl`: without a path. */
export function curlPrelude(baseUrl: string): string {
  return [
    `api=${baseUrl}/api/v1`,
    `me='your-email@example.com:your API key'`,
    `field() { node -p "const value = JSON.parse(require('fs').readFileSync(0))$2; typeof value === 'object' ? JSON.stringify(value) : value" <<< "$1"; }`,
  ].join('\n');
}

/** The curl calls of endpoints, each after the calls that it depends on. */
export class CurlExamples {
  constructor(
    private readonly endpoints: ReadonlyMap<string, Endpoint>,
    private readonly calls: CallExamples,
  ) {}

  /**
   * Undefined if it has none, or depends on an endpoint that is not in the document. @throws Error if it depends on an example that does not
   * exist
   */
  of(endpoint: Endpoint): string | undefined {
    const call = this.calls[endpoint.name];
    if (call === undefined) return undefined;
    const needed = new Set<string>();
    this.collect(call, needed);
    const before: string[] = [];
    for (const name of needed) {
      const first = this.endpoints.get(name);
      if (first === undefined) return undefined;
      before.push(`${name}=$(${curl(first, this.callOf(name))})`);
    }
    const lines = [...before, curl(endpoint, call)];
    return [...(lines.some((line) => line.includes('$now')) ? ['now=$(date +%s%N)'] : []), ...lines].join('\n');
  }

  /** The calls that come first, each after those that it depends on itself. */
  private collect(call: CallExample, needed: Set<string>): void {
    for (const name of [...(call.after ?? []), ...answersIn([call.as, call.params])]) {
      if (needed.has(name)) continue;
      this.collect(this.callOf(name), needed);
      needed.add(name);
    }
  }

  private callOf(name: string): CallExample {
    const call = this.calls[name];
    if (call === undefined) throw new Error(`an example depends on ${name}, which has no example`);
    return call;
  }
}

function answersIn(value: unknown): string[] {
  if (value instanceof Answer) return [value.of];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(answersIn) : [];
}

function curl(endpoint: Endpoint, { params, as }: CallExample): string {
  if (takesWholeRequest(endpoint)) return curlOfSender(endpoint, { params, ...(as === undefined ? {} : { as }) });
  const path = endpoint.path.replaceAll(/\{(\w+)(?:\.\.\.)?\}/g, (_, name: string) => shellText(params[name]));
  const fields = Object.entries(params).filter(([name]) => endpoint.params[name]?.encoding !== 'path');
  const method = endpoint.method === 'GET' || (endpoint.method === 'POST' && fields.length > 0) ? '' : ` -X ${endpoint.method}`;
  const file = fields.map(([, value]) => value).find((value) => value instanceof FileExample);
  const words = [
    `curl -s${method}`,
    ...(endpoint.auth === 'none' ? [] : [as === undefined ? '-u "$me"' : `-u "${shellText(as.email)}:${shellText(as.apiKey)}"`]),
    ...(!takesForm(endpoint) && endpoint.method === 'GET' && fields.length > 0 ? ['-G'] : []),
    `"$api${path}"`,
    ...fields.map(([name, value]) => field(name, value, endpoint.params[name], file !== undefined)),
  ].join(' ');
  return file === undefined ? words : `base64 -d <<< '${file.content}' | ${words}`;
}

/** As a sender of webhooks calls it: with the key of a bot and all parameters in the URL, and JSON of its own. */
function curlOfSender(endpoint: Endpoint, { params: { request, ...params }, as }: CallExample): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => shellText(params[name]));
  const query = Object.entries(params)
    .filter(([name]) => endpoint.params[name]?.encoding !== 'path')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const key = as === undefined ? [] : [`api_key=${shellText(as.apiKey)}`];
  return `curl -s "$api${path}?${[...key, ...query].join('&')}" -H 'Content-Type: application/json' -d ${quoted(jsonText(request))}`;
}

function field(name: string, value: unknown, param: Param<unknown> | undefined, isMultipart: boolean): string {
  if (value instanceof FileExample) return `-F 'file=@-;filename=${value.name}'`;
  const isText = typeof value === 'string' && param?.encoding !== 'json';
  const text = isText || value instanceof Answer ? shellText(value) : jsonText(value);
  const given = `${name}=${text}`;
  if (isMultipart) return `-F ${quoted(given)}`;
  return /^[\w=.-]+$/.test(given) ? `-d ${given}` : `--data-urlencode ${quoted(given)}`;
}

/** Double quotes only if the shell must expand something. */
function quoted(text: string): string {
  return text.includes('$') ? `"${text}"` : `'${text.replaceAll('\\"', '"').replaceAll("'", "'\\''")}'`;
}

/** Escaped for double quotes of the shell. */
function shellText(value: unknown): string {
  if (value instanceof Answer) return `$(field "$${value.of}" '${value.at}')`;
  return String(value).replaceAll(/["`]/g, '\\$&').replaceAll('{now}', '$now');
}

function jsonText(value: unknown): string {
  if (value instanceof Answer || typeof value === 'string')
    return value instanceof Answer ? shellText(value) : shellText(JSON.stringify(value));
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `\\"${name}\\":${jsonText(inner)}`)
    .join(',')}}`;
}

/** A Redis whose master Sentinels know: `redis+sentinel://user:password@a:26379,b:26379,c:26379/name`. */
export interface SentinelAddress {
  readonly sentinels: readonly { readonly host: string; readonly port: number }[];
  /** The name that Sentinels have for the master. */
  readonly master: string;
  /** Of each Redis server. Sentinels say which of them is the master. */
  readonly port: number;
  readonly database: number | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Of the Sentinels, if they require one. */
  readonly sentinelPassword: string | undefined;
}

const FORM =
  /^redis\+sentinel:\/\/(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?(?<servers>[^@/?]+)\/(?<master>[\w.-]+)(?:\/(?<database>\d{1,4}))?(?:\?(?<query>.*))?$/;
const OPTIONS = new Set(['port', 'sentinel_password']);
const SENTINEL_PORT = 26_379;
const REDIS_PORT = 6_379;

export function isSentinelUrl(text: string): boolean {
  return /^redis\+sentinel:/.test(text);
}

/** Undefined if it is not such a URL, or has a part that is not understood. */
export function parseSentinelUrl(text: string): SentinelAddress | undefined {
  const { user, password, servers = '', master = '', database, query } = FORM.exec(text)?.groups ?? {};
  const sentinels = servers.split(',').map(sentinelOf);
  const options = new URLSearchParams(query);
  const port = portOf(options.get('port') ?? String(REDIS_PORT));
  if (port === undefined || [...options.keys()].some((name) => !OPTIONS.has(name))) return undefined;
  if (!sentinels.every((each) => each !== undefined)) return undefined;
  try {
    return {
      sentinels,
      master,
      port,
      database: database === undefined ? undefined : Number(database),
      username: textOf(user),
      password: textOf(password),
      sentinelPassword: options.get('sentinel_password') ?? undefined,
    };
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}

function sentinelOf(text: string): { host: string; port: number } | undefined {
  const [, ipv6, name, given = String(SENTINEL_PORT)] = /^(?:\[([0-9a-f:]+)\]|([\w.-]+))(?::(\d+))?$/i.exec(text) ?? [];
  const [host, port] = [ipv6 ?? name, portOf(given)];
  return host === undefined || port === undefined ? undefined : { host, port };
}

function portOf(text: string): number | undefined {
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

function textOf(encoded: string | undefined): string | undefined {
  return encoded === undefined || encoded === '' ? undefined : decodeURIComponent(encoded);
}

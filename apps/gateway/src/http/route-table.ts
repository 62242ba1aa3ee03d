import type { Endpoint, Method } from '@parley/contracts';

export const API_PREFIX = '/api/v1';

/** The route of one endpoint. */
export interface Route {
  readonly endpoint: Endpoint;
  /** In the router's syntax: `/api/v1/messages/:message_id`, a rest parameter as `*`. */
  readonly url: string;
  /** The name of the parameter that takes the rest of the path. */
  readonly rest: string | undefined;
}

/** All endpoints of one URL, whatever names they give to its parameters. */
export interface Resource {
  readonly url: string;
  readonly routes: readonly Route[];
  /** Declared methods, sorted: the Allow header and `allowed_methods`. */
  readonly allowed: readonly Method[];
}

const PARAMETER = /\{(\w+)(\.\.\.)?\}/g;

/** The routes of all endpoints below this prefix, grouped by URL. */
export function resourcesOf(endpoints: readonly Endpoint[], prefix = API_PREFIX): Resource[] {
  const byShape = new Map<string, [Route, ...Route[]]>();
  for (const endpoint of endpoints) {
    const route = routeOf(endpoint, prefix);
    const shape = route.url.replace(/:\w+/g, ':');
    const there = byShape.get(shape);
    const twin = there?.find((each) => each.endpoint.method === endpoint.method)?.endpoint;
    if (twin !== undefined) throw new Error(`${endpoint.method} ${endpoint.path} is declared by ${twin.name} and by ${endpoint.name}`);
    if (there === undefined) byShape.set(shape, [route]);
    else there.push(route);
  }
  return [...byShape.values()].map((routes) => ({
    url: routes[0].url,
    routes,
    allowed: routes.map(({ endpoint }) => endpoint.method).sort(),
  }));
}

function routeOf(endpoint: Endpoint, prefix: string): Route {
  const url = endpoint.path.replace(PARAMETER, (_, name: string, rest: string | undefined) => (rest === undefined ? `:${name}` : '*'));
  const rest = [...endpoint.path.matchAll(PARAMETER)].find(([, , dots]) => dots !== undefined)?.[1];
  return { endpoint, url: prefix + url, rest };
}

/** Path parameters by their declared names. */
export function pathParameters({ rest }: Route, matched: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return rest === undefined ? matched : { ...matched, [rest]: matched['*'] ?? '' };
}

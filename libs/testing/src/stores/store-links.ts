import { SwitchingProxy } from './switching-proxy.js';

const VARIABLES = { postgres: 'DATABASE_URL', redis: 'REDIS_URL', nats: 'NATS_URL' } as const;
type LinkedStore = keyof typeof VARIABLES;
const STORES: readonly LinkedStore[] = ['postgres', 'redis', 'nats'];

/** Connects a service to the shared stores of the tests through proxies. A test can cut a proxy: then the store is down for this service only. */
export class StoreLinks {
  private constructor(
    /** The given environment with the addresses of the links. */
    readonly env: Readonly<Record<string, string>>,
    private readonly links: ReadonlyMap<LinkedStore, { readonly proxy: SwitchingProxy; readonly port: number }>,
  ) {}

  /** Links the stores that `env` names. */
  static async open(env: Readonly<Record<string, string>>): Promise<StoreLinks> {
    const linked = { ...env };
    const links = new Map<LinkedStore, { readonly proxy: SwitchingProxy; readonly port: number }>();
    for (const store of STORES) {
      const given = env[VARIABLES[store]];
      if (given === undefined) continue;
      const url = new URL(given);
      const port = Number(url.port);
      const proxy = await SwitchingProxy.start(port);
      url.port = String(proxy.port);
      linked[VARIABLES[store]] = url.href;
      links.set(store, { proxy, port });
    }
    return new StoreLinks(linked, links);
  }

  cut(...stores: readonly LinkedStore[]): void {
    for (const store of stores) this.links.get(store)?.proxy.lead(null);
  }

  mend(...stores: readonly LinkedStore[]): void {
    for (const store of stores) {
      const link = this.links.get(store);
      link?.proxy.lead(link.port);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.links.values()].map(({ proxy }) => proxy.close()));
  }
}

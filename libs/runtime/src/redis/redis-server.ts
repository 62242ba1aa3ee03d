import { type LookupAddress, type LookupOptions, lookup as lookUpName } from 'node:dns';
import type { RedisClientOptions } from 'redis';
import { findMaster } from './find-master.js';
import { parseSentinelUrl, type SentinelAddress } from './sentinel-url.js';

type Server = Pick<RedisClientOptions, 'url' | 'username' | 'password' | 'database' | 'maintNotifications'> & { readonly socket: object };
type Found = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Options of a client of `redis` for the server at this URL. Behind Sentinels, each connection looks the master up when it is opened, as others look
 * a name up. So clients, copies of clients, and those of BullMQ follow a failover when they connect again: docs/adr/0059-redis-sentinel.md.
 */
export function redisServer(url: string): Server {
  const address = parseSentinelUrl(url);
  if (address === undefined) return { url, socket: {} };
  const { username, password, database, port, master } = address;
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    // Notices of a service of Redis Ltd. For them the client would look the host up by itself.
    maintNotifications: 'disabled',
    // Not an address: only `lookup` understands it.
    socket: { host: `${master}.sentinel`, port, lookup: lookUpMaster(address) },
  };
}

function lookUpMaster(address: SentinelAddress) {
  return (_host: string, options: LookupOptions, found: Found): void => {
    findMaster(address).then(
      (host) => lookUpName(host, options, found),
      (error: NodeJS.ErrnoException) => found(error, ''),
    );
  };
}

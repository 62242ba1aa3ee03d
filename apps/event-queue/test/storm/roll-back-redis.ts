import type { RedisClientType } from 'redis';

/**
 * Saves and restores all keys of a prefix in one script each: simulates a Redis that loses its latest writes while connections stay open.
 */
const TAKE = `
local taken = {}
for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do
  redis.call('COPY', key, ARGV[2] .. key, 'REPLACE')
  taken[#taken + 1] = key
end
return #taken`;
const PUT_BACK = `
for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do redis.call('UNLINK', key) end
for _, copy in ipairs(redis.call('KEYS', ARGV[2] .. ARGV[1] .. '*')) do
  redis.call('RENAME', copy, string.sub(copy, string.len(ARGV[2]) + 1))
end
return 1`;
const COPIES = 'copy-of:';

/** Saves the keys; the returned function restores them. */
export async function rememberRedis(client: RedisClientType, prefix: string): Promise<() => Promise<void>> {
  await client.eval(TAKE, { keys: [], arguments: [prefix, COPIES] });
  return async () => {
    await client.eval(PUT_BACK, { keys: [], arguments: [prefix, COPIES] });
  };
}

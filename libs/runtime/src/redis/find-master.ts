import { createClient } from 'redis';
import type { SentinelAddress } from './sentinel-url.js';

/** A Sentinel that does not answer within this time is not waited for. A connection to Redis may take 5 s, with this part of it. */
const DEADLINE_MS = 3_000;
/** How long others may take after the first answer. */
const OTHERS_MS = 300;

/** What one Sentinel says of the master. */
interface Saying {
  readonly host: string;
  readonly port: number;
  /** Rises with each failover. */
  readonly epoch: number;
}

/**
 * The host of the Redis that is the master now. Asks all Sentinels, and believes the one with the newest failover: one that was cut off for a while
 * still names the master from before.
 * @throws Error if no Sentinel answers, or if the master has another port than the URL says
 */
export async function findMaster(address: SentinelAddress): Promise<string> {
  const sayings: Saying[] = [];
  const reasons: string[] = [];
  const all = address.sentinels.map((sentinel) =>
    ask(sentinel, address).then(
      (saying) => sayings.push(saying),
      (reason: unknown) => reasons.push(String(reason)),
    ),
  );
  await Promise.race([Promise.all(all), afterFirst(all, () => sayings.length > 0)]);
  const [newest] = sayings.sort((one, other) => other.epoch - one.epoch);
  if (newest === undefined) throw new Error(`no Sentinel knows a master named ${address.master}: ${[...new Set(reasons)].join('; ')}`);
  if (newest.port === address.port) return newest.host;
  throw new Error(
    `the master ${newest.host} has the port ${newest.port}, and REDIS_URL says ${address.port}: all Redis servers need one port, and ?port= names it`,
  );
}

/** Resolves some time after the first success. */
function afterFirst(all: readonly Promise<unknown>[], isThere: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    for (const each of all) void each.then(() => isThere() && setTimeout(resolve, OTHERS_MS));
  });
}

async function ask(sentinel: SentinelAddress['sentinels'][number], { master, sentinelPassword }: SentinelAddress): Promise<Saying> {
  const client = createClient({
    // Answers are lists of names and values.
    RESP: 2,
    socket: { ...sentinel, connectTimeout: DEADLINE_MS, reconnectStrategy: false },
    ...(sentinelPassword !== undefined && { password: sentinelPassword }),
  });
  client.on('error', () => undefined);
  const timer = setTimeout(() => client.isOpen && client.destroy(), DEADLINE_MS);
  try {
    await client.connect();
    return sayingOf(await client.sendCommand(['SENTINEL', 'MASTER', master]));
  } finally {
    clearTimeout(timer);
    if (client.isOpen) client.destroy();
  }
}

function sayingOf(answer: unknown): Saying {
  const words: unknown[] = Array.isArray(answer) ? answer : [];
  const textOf = (name: string) => String(words[words.indexOf(name) + 1] ?? '');
  const saying = { host: textOf('ip'), port: Number(textOf('port')), epoch: Number(textOf('config-epoch')) };
  if (!words.includes('ip') || !Number.isInteger(saying.port) || !Number.isInteger(saying.epoch))
    throw new Error('an answer without a master');
  return saying;
}

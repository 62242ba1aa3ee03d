import { isIP } from 'node:net';
import {
  baseVariables,
  cellVariables,
  checkStorage,
  mailInVariables,
  portVariable,
  storageVariables,
  storeVariables,
} from '@parley/runtime';
import { z } from 'zod';

/** `200/60`: 200 within 60 seconds. */
const rateLimit = (initial: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,4}$/, 'must be a number of requests, a slash and a number of seconds, such as 200/60')
    .default(initial)
    .transform((text) => {
      const [limit = 0, seconds = 0] = text.split('/').map(Number);
      return { limit, seconds };
    });

/** Names of address ranges that Fastify knows. */
const ADDRESS_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    ADDRESS_RANGES.has(text) ||
    (maxBits >= 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)))
  );
}

const trustedProxies = z
  .string()
  .default('0')
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => (parts.length === 1 && /^\d$/.test(parts[0] ?? '')) || parts.every(isAddressOrRange),
    'must be a number of proxies, such as 1, or addresses and ranges with commas, such as 10.0.0.5,192.168.0.0/24',
  )
  .transform((parts) => (/^\d$/.test(parts[0] ?? '') ? Number(parts[0]) : parts));

export const gatewayConfig = z
  .object({
    ...baseVariables,
    ...cellVariables,
    ...storageVariables,
    ...mailInVariables,
    HOST: z.string().default('127.0.0.1'),
    PORT: portVariable.default(9991),
    /** Polls beyond these are answered 503. One costs about 10 KB, most of it for the connection. */
    MAX_HELD_POLLS: z.coerce.number().int().min(1).default(20_000),
    /** Calls to the services of one cell under way at once. Requests beyond these are answered 503 instead of waiting. */
    MAX_CALLS: z.coerce.number().int().min(1).default(2_000),
    /** Files arriving at once. Uploads beyond these are answered 503. */
    MAX_UPLOADS: z.coerce.number().int().min(1).default(100),
    /** Compression of answers above 64 KB to clients that accept gzip: 1 (fast) to 9 (small). 0 sends them as they are, for installations whose proxy compresses. */
    GZIP_LEVEL: z.coerce.number().int().min(0).max(9).default(1),
    /** The folder of the built web app, if it is not beside the gateway. */
    WEB_APP_DIR: z.string().optional(),
    /** Share of requests that get a line in the log, 0 to 1. Requests with status 500 or more get a line regardless, up to 100 a second. */
    ACCESS_LOG_SHARE: z.coerce.number().min(0).max(1).default(0),
    /** Rate limits are counted there, for all gateways together. */
    REDIS_URL: storeVariables.REDIS_URL,
    /** Proxies whose X-Forwarded-For is trusted: their number, or their addresses. None by default. */
    TRUSTED_PROXIES: trustedProxies,
    /** Requests of one user or bot, by kind of call. */
    RATE_LIMIT_API: rateLimit('200/60'),
    RATE_LIMIT_EVENTS: rateLimit('600/60'),
    RATE_LIMIT_SENDS: rateLimit('200/60'),
    RATE_LIMIT_REGISTER: rateLimit('60/60'),
    /** Unauthenticated requests from one address. */
    RATE_LIMIT_ADDRESS: rateLimit('600/60'),
    /** Uploads and pictures, by one user or bot, or unauthenticated from one address. */
    RATE_LIMIT_FILES: rateLimit('1200/60'),
    /** Requests of the directories of one organization. */
    RATE_LIMIT_PROVISIONING: rateLimit('1200/60'),
    /** Wrong passwords for one account. */
    RATE_LIMIT_LOGIN: rateLimit('10/600'),
    /** Wrong credentials from one address. */
    RATE_LIMIT_FAILURES: rateLimit('60/600'),
    /** Mails caused by unauthenticated requests, from one address. */
    RATE_LIMIT_MAILS: rateLimit('30/3600'),
    /** Mails caused by unauthenticated requests, to one mailbox. */
    RATE_LIMIT_MAILBOX: rateLimit('5/3600'),
    /** Mails to channels and answers to mails, for one organization. */
    RATE_LIMIT_MAIL_IN: rateLimit('60/60'),
    /** The port on which the gateway takes mail for MAIL_IN_DOMAIN. If it is not set, the gateway takes no mail. */
    MAIL_IN_PORT: portVariable.optional(),
    MAIL_IN_HOST: z.string().default('127.0.0.1'),
    MAIL_IN_PROTOCOL: z.enum(['smtp', 'lmtp'], 'must be smtp or lmtp').default('smtp'),
    /** The largest mail. Its encoding makes files a third larger. */
    MAIL_IN_MAX_MIB: z.coerce.number().int().min(1).max(100).default(25),
  })
  .check(checkStorage)
  .refine(({ MAIL_IN_PORT: port, MAIL_IN_DOMAIN: domain }) => port === undefined || domain !== undefined, {
    path: ['MAIL_IN_DOMAIN'],
    error: 'is not set, but MAIL_IN_PORT is',
    when: () => true,
  });
export type GatewayConfig = z.infer<typeof gatewayConfig>;

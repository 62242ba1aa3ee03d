import { z } from 'zod';
import { callerQuotasSchema } from './quotas.js';
import { ALL_ROLES } from './roles.js';

const role = z.literal(ALL_ROLES);

/**
 * The authenticated user of a call. The gateway verifies the credentials once. Services trust the sealed head of the call and never see an API
 * key.
 */
export const callerSchema = z.object({
  organizationId: z.int(),
  userId: z.int(),
  role,
  isBot: z.boolean(),
  botOwnerId: z.int().nullable(),
  /** A bot that may only send messages. */
  isIncomingWebhook: z.boolean().optional(),
  /** Of the browser in which the caller is signed in; absent for callers with an API key or an API token. */
  sessionId: z.string().optional(),
  /** Of a session: the organization requires a second factor, and the person has none. The gateway refuses all other endpoints until they set one up. */
  lacksSecondFactor: z.literal(true).optional(),
  /** The API token that was used, and what it allows. Absent for API keys and sessions, which allow everything that the account may do. */
  token: z
    .object({
      id: z.string(),
      scopes: z.array(z.string()),
      channelIds: z.array(z.int()).optional(),
      /** Milliseconds since the epoch. */
      expiresAt: z.number().optional(),
    })
    .optional(),
  /** Of the organization, if it has any. */
  quotas: callerQuotasSchema.optional(),
  /** The `client` parameter, or the User-Agent up to its first slash, or "Unspecified". */
  clientName: z.string(),
});
export type Caller = z.infer<typeof callerSchema>;

/**
 * The unauthenticated client of a call. The host may name an organization. The client's address is present only for calls whose service must tell
 * visitors apart, so that none of them takes all capacity, and for logins, which are in the
 * audit log. `internal`: not a client, but a process of the installation. The gateway never sets it.
 */
export const visitorSchema = z.object({
  host: z.string(),
  clientName: z.string(),
  address: z.string().optional(),
  internal: z.enum(['system', 'operator']).optional(),
});
export type Visitor = z.infer<typeof visitorSchema>;

/** The caller of calls between services that no user caused. */
export const SYSTEM_VISITOR: Visitor = { host: '', clientName: 'internal', internal: 'system' };
/** The caller of calls of the command line. */
export const OPERATOR_VISITOR: Visitor = { host: '', clientName: 'internal', internal: 'operator' };

/** On whose behalf something is changed. A visitor is a client without credentials. */
export const ACTOR_KINDS = ['user', 'operator', 'visitor', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export function actorKindOf(caller: Caller | Visitor): ActorKind {
  return 'userId' in caller ? 'user' : (caller.internal ?? 'visitor');
}

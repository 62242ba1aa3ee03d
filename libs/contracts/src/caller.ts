import { z } from 'zod';
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
  /** The `client` parameter, or the User-Agent up to its first slash, or "Unspecified". */
  clientName: z.string(),
});
export type Caller = z.infer<typeof callerSchema>;

/**
 * The unauthenticated client of a call. The host may name an organization. The client's address is present only for calls whose service must tell
 * visitors apart, so that none of them takes all capacity. It is not logged.
 */
export const visitorSchema = z.object({ host: z.string(), clientName: z.string(), address: z.string().optional() });
export type Visitor = z.infer<typeof visitorSchema>;

/** The caller of calls between services that no user caused. */
export const SYSTEM_VISITOR: Visitor = { host: '', clientName: 'internal' };

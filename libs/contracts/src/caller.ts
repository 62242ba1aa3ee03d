import { z } from 'zod';
import { ALL_ROLES } from './roles.js';

const role = z.literal(ALL_ROLES);

/** Who makes an authenticated call. The gateway has the credentials verified once. Services trust the sealed head of the call and see no key. */
export const callerSchema = z.object({
  organizationId: z.int(),
  userId: z.int(),
  role,
  isBot: z.boolean(),
  botOwnerId: z.int().nullable(),
  /** A bot that may send messages and nothing else. Absent: no. */
  isIncomingWebhook: z.boolean().optional(),
  /** The `client` parameter, else the User-Agent up to its first slash, else "Unspecified". */
  clientName: z.string(),
});
export type Caller = z.infer<typeof callerSchema>;

/**
 * Who makes a call without credentials. The host names the organization, if it names one. The address of the client is there where a service
 * must tell one visitor from another, so that none of them takes all places. It is not logged.
 */
export const visitorSchema = z.object({ host: z.string(), clientName: z.string(), address: z.string().optional() });
export type Visitor = z.infer<typeof visitorSchema>;

/** Who a service acts for in calls between services that no person caused. */
export const SYSTEM_VISITOR: Visitor = { host: '', clientName: 'internal' };

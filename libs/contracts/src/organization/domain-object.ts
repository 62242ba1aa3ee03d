import { z } from 'zod';

/** A domain whose addresses may join if emails_restricted_to_domains is on. */
export const domainObject = z.object({ domain: z.string(), allow_subdomains: z.boolean() });
export type DomainObject = z.infer<typeof domainObject>;

import { z } from 'zod';

/** A request whose body the gateway did not parse. */
export const arrivedRequest = z.object({
  /** By lower-case name, without those that name credentials. */
  headers: z.record(z.string(), z.string()),
  /** The last value of each parameter, without the API key. */
  query: z.record(z.string(), z.string()),
  body: z.string(),
});
export type ArrivedRequest = z.infer<typeof arrivedRequest>;

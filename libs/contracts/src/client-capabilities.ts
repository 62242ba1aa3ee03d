import { z } from 'zod';

/** What a client declared at registration (spec 4.20), by name. Absent means false. Unknown names are accepted and ignored. */
export const clientCapabilities = z.record(z.string(), z.boolean());
export type ClientCapabilities = Readonly<Record<string, boolean>>;

import { readFileSync } from 'node:fs';
import { z } from 'zod';

const targetFile = z.object({
  base_url: z.string(),
  database_url: z.string(),
  nats_url: z.string(),
  /** The secret of the stored API keys: accounts are inserted with keys that the bench knows. */
  key_secret: z.string(),
  /** The program of the operator, and the environment that it needs. */
  admin: z.object({ program: z.string(), environment: z.record(z.string(), z.string()) }),
  processes: z.array(z.object({ name: z.string(), service: z.string(), pid: z.int(), url: z.string() })),
});

/** The running suite that is measured. `npm run bench` writes it. */
export type Target = z.infer<typeof targetFile>;

export function readTarget(path: string): Target {
  return targetFile.parse(JSON.parse(readFileSync(path, 'utf8')));
}

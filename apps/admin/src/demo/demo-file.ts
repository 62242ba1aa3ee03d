import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ALL_ROLES } from '@parley/contracts';
import { z } from 'zod';

const demoUser = z.object({
  full_name: z.string(),
  /** What the API shows as the user's address. */
  email: z.string(),
  /** The real address. */
  delivery_email: z.string(),
  user_id: z.int(),
  role: z.literal(ALL_ROLES),
  is_bot: z.boolean(),
  api_key: z.string(),
  /** Null for bots. */
  password: z.string().nullable(),
});
const demo = z.object({
  base_url: z.string(),
  organizations: z.array(z.object({ string_id: z.string(), host: z.string(), users: z.array(demoUser) })),
});
export type DemoUser = z.infer<typeof demoUser>;
export type Demo = z.infer<typeof demo>;

/**
 * The file that says who is in the demo. It is the only place that knows passwords; keys too, as far as people read them. So it is readable
 * by its owner only, and never half written.
 */
export class DemoFile {
  constructor(private readonly path: string) {}

  /** What an earlier run wrote. Undefined: nothing, or nothing that can be read. */
  read(): Demo | undefined {
    if (!existsSync(this.path)) return undefined;
    try {
      return demo.parse(JSON.parse(readFileSync(this.path, 'utf8')));
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
      throw error;
    }
  }

  /** Writing what is there already changes nothing. Whether anything changed. */
  write(content: Demo): boolean {
    const text = `${JSON.stringify(content, null, 2)}\n`;
    if (existsSync(this.path) && readFileSync(this.path, 'utf8') === text) return false;
    mkdirSync(dirname(this.path), { recursive: true });
    const unfinished = `${this.path}.${process.pid}`;
    writeFileSync(unfinished, text, { mode: 0o600 });
    renameSync(unfinished, this.path);
    return true;
  }
}

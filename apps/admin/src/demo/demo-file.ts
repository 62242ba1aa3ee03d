import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ALL_ROLES } from '@parley/contracts';
import { z } from 'zod';

const demoUser = z.object({
  full_name: z.string(),
  /** The address that the API shows. */
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
 * The file with the accounts of the demo. It is the only place that contains their passwords and API keys in plain text. So it is readable
 * only by its owner, and replaced atomically.
 */
export class DemoFile {
  constructor(private readonly path: string) {}

  /** The content of an earlier run; undefined if there is none or it cannot be parsed. */
  read(): Demo | undefined {
    if (!existsSync(this.path)) return undefined;
    try {
      return demo.parse(JSON.parse(readFileSync(this.path, 'utf8')));
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
      throw error;
    }
  }

  /** Writes the file unless it already has this content. Returns whether it changed. */
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

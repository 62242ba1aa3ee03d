import { createHash } from 'node:crypto';
import { ErrorReply } from 'redis';
import type { ScriptCommands } from './queue-redis.js';

/** A Lua script. It is called by its digest, and sent in full only if Redis does not know it yet (first use, restart, failover). */
export class Script {
  readonly #digest: string;

  constructor(readonly source: string) {
    this.#digest = createHash('sha1').update(source).digest('hex');
  }

  async run(redis: ScriptCommands, base: string, args: (string | Buffer)[]): Promise<unknown> {
    const call = { keys: [base], arguments: args };
    try {
      return await redis.evalSha(this.#digest, call);
    } catch (error) {
      if (error instanceof ErrorReply && error.message.startsWith('NOSCRIPT')) return redis.eval(this.source, call);
      throw error;
    }
  }
}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type JobDeclaration, Jobs } from '@parley/jobs';
import { Runtime } from '@parley/runtime';
import { ApiKeys } from './api-keys.js';

const PORTION = 500;

/** Secrets of one kind that are encrypted with PARLEY_KEY_SECRET. */
export interface SealedKind<S extends { readonly sealed: Uint8Array }> {
  /** Of this kind only. */
  readonly job: JobDeclaration<Record<string, never>>;
  /** The secrets in a log line, such as "API keys". */
  readonly name: string;
  /** The next ones of the whole installation. `after`: the last one of the portion before, undefined at first. */
  portion(after: S | undefined, size: number): Promise<readonly S[]>;
  /** To what the secret is bound. */
  ownerOf(stored: S): string | number;
  /** Stores the secret encrypted anew. False if it changed meanwhile. */
  store(stored: S, secret: string): Promise<boolean>;
}

/**
 * While PARLEY_KEY_SECRET is being replaced: encrypts with the new one what was encrypted with the previous one, so that the operator can remove that.
 * It runs whenever a replica with both secrets starts. The last replica to start also moves what older replicas stored meanwhile.
 */
@Injectable()
export class MoveSealed {
  constructor(
    private readonly jobs: Jobs,
    private readonly keys: ApiKeys,
    private readonly runtime: Runtime,
  ) {}

  async begin<S extends { readonly sealed: Uint8Array }>(kind: SealedKind<S>): Promise<void> {
    this.jobs.handle(kind.job, () => this.execute(kind));
    if (this.keys.hasPrevious) await this.jobs.enqueueAtStart(kind.job, {}, randomUUID());
  }

  private async execute<S extends { readonly sealed: Uint8Array }>(kind: SealedKind<S>): Promise<void> {
    if (!this.keys.hasPrevious) return;
    let moved = 0;
    let last: S | undefined;
    for (;;) {
      const portion = await kind.portion(last, PORTION);
      for (const stored of portion) {
        const secret = this.keys.openPrevious(kind.ownerOf(stored), stored.sealed);
        if (secret !== undefined && (await kind.store(stored, secret))) moved += 1;
      }
      last = portion.at(-1);
      if (portion.length < PORTION) break;
    }
    this.runtime.logger.info({ moved }, `${kind.name} re-encrypted with the current secret`);
  }
}

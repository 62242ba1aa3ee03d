import { Injectable } from '@nestjs/common';
import { FLAG_BITS } from '@parley/contracts';
import { AlertWords } from '@parley/markdown';
import { type SqlReader } from '@parley/persistence';
import { LRUCache } from 'lru-cache';
import type { Receivers } from '../destinations/destination.js';
import { readOwners, readVocabulary } from './alert-words.repository.js';

/** Limit of the alert words in memory, in characters, over all organizations. */
const MAX_CHARACTERS = 4_000_000;

interface Vocabulary {
  /** The value of alert_word_version when the words were read. */
  readonly version: number;
  readonly words: AlertWords<string>;
}

/** A text that may contain alert words of its receivers, and the flag bits that they get because of it. */
export interface AlertableText {
  readonly content: string;
  readonly to: Receivers;
  readonly flags: ReadonlyMap<number, number>;
}

/**
 * Finds the users whose alert words a text contains. An organization's words are cached, and read again when its version differs: sending
 * reads the version together with everything else. Only a text that contains a word costs another statement, for the users who have the
 * word and receive the message.
 */
@Injectable()
export class AlertedUsers {
  private readonly cache = new LRUCache<number, Vocabulary>({ maxSize: MAX_CHARACTERS });

  /**
   * The flags, with those of alerted users added. `reader` is the transaction, if there is one. `version` is 0 in an organization that never
   * had an alert word.
   */
  async flag(reader: SqlReader, organizationId: number, version: number, text: AlertableText): Promise<ReadonlyMap<number, number>> {
    const alerted = await this.alertedBy(reader, organizationId, version, text);
    if (alerted.length === 0) return text.flags;
    const flags = new Map(text.flags);
    for (const id of alerted) flags.set(id, (flags.get(id) ?? 0) | FLAG_BITS.alertWord);
    return flags;
  }

  private async alertedBy(
    reader: SqlReader,
    organizationId: number,
    version: number,
    { content, to }: AlertableText,
  ): Promise<readonly number[]> {
    if (version === 0) return [];
    const { words } = await this.vocabulary(reader, organizationId, version);
    const keys = [...words.ownersAlertedBy(content)];
    return keys.length === 0 ? [] : readOwners(reader, organizationId, keys, to);
  }

  private async vocabulary(reader: SqlReader, organizationId: number, version: number): Promise<Vocabulary> {
    const known = this.cache.get(organizationId);
    // A newer version than the given one may belong to a history that a restore of PostgreSQL took back.
    if (known?.version === version) return known;
    const { version: read, keys } = await readVocabulary(reader, organizationId);
    const fresh = { version: read, words: new AlertWords(keys.map((key) => [key, key] as const)) };
    this.cache.set(organizationId, fresh, { size: 1 + keys.reduce((sum, key) => sum + key.length, 0) });
    return fresh;
  }
}

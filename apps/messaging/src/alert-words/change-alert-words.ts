import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, isStorable, type OutputOf } from '@parley/contracts';
import { addAlertWords, alertWordsChanged, MAX_ALERT_WORDS } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { readAlertWords } from './read-alert-words.js';

type Direction = 'add' | 'remove';
/** Words as written, by the key that compares them. */
type Words = ReadonlyMap<string, string>;

/** POST and DELETE /users/me/alert_words. A request that changes nothing logs no event. */
@Injectable()
export class ChangeAlertWords {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, direction: Direction, params: InputOf<typeof addAlertWords>): Promise<OutputOf<typeof addAlertWords>> {
    const { organizationId, userId } = caller;
    const requested = wordsOf(params.alert_words);
    return this.eventLog.change(organizationId, async (tx, log) => {
      const changed = direction === 'add' ? await add(tx, caller, requested) : await remove(tx, caller, requested);
      const words = await readAlertWords(tx, organizationId, userId);
      if (words.length > MAX_ALERT_WORDS) throw apiErrors.tooManyAlertWords({ limit: MAX_ALERT_WORDS });
      if (changed > 0) {
        // Based on the time, so that no version is reused after a restore of PostgreSQL. Otherwise senders would mistake the cached words
        // of the lost history for the new ones.
        await tx.$executeRaw`
          INSERT INTO alert_word_version AS v (organization_id, version)
          VALUES (${organizationId}, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
          ON CONFLICT (organization_id) DO UPDATE SET version = greatest(v.version + 1, excluded.version)`;
        log.append(alertWordsChanged, { userId, words });
      }
      return { alert_words: words };
    });
  }
}

/** Ignores empty words; of two words with the same key the first counts. */
function wordsOf(given: readonly string[]): Words {
  const words = new Map<string, string>();
  for (const [index, text] of given.entries()) {
    if (!isStorable(text)) throw apiErrors.invalidFormat({ name: `alert_words[${index}]` });
    const word = text.trim();
    const key = word.toLowerCase();
    if (word !== '' && !words.has(key)) words.set(key, word);
  }
  return words;
}

function add(tx: Tx, { organizationId, userId }: Caller, requested: Words): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO alert_word (user_id, organization_id, key, word)
    SELECT ${userId}, ${organizationId}, new.key, new.word FROM unnest(${[...requested.keys()]}::text[], ${[...requested.values()]}::text[]) AS new (key, word)
    ON CONFLICT DO NOTHING`;
}

function remove(tx: Tx, { organizationId, userId }: Caller, requested: Words): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM alert_word WHERE user_id = ${userId} AND organization_id = ${organizationId} AND key = ANY (${[...requested.keys()]}::text[])`;
}

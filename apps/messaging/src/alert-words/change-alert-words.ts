import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, isStorable, type OutputOf } from '@parley/contracts';
import { addAlertWords, alertWordsChanged, MAX_ALERT_WORDS } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { addWords, raiseVersion, readAlertWords, removeWords, type Words } from './alert-words.repository.js';

type Direction = 'add' | 'remove';

/** POST and DELETE /users/me/alert_words. A request that changes nothing logs no event. */
@Injectable()
export class ChangeAlertWords {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, direction: Direction, params: InputOf<typeof addAlertWords>): Promise<OutputOf<typeof addAlertWords>> {
    const { organizationId, userId } = caller;
    const requested = wordsOf(params.alert_words);
    return this.eventLog.change(organizationId, async (tx, log) => {
      const changed = direction === 'add' ? await addWords(tx, caller, requested) : await removeWords(tx, caller, requested);
      const words = await readAlertWords(tx, organizationId, userId);
      if (words.length > MAX_ALERT_WORDS) throw apiErrors.tooManyAlertWords({ limit: MAX_ALERT_WORDS });
      if (changed > 0) {
        await raiseVersion(tx, organizationId);
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

import { Injectable } from '@nestjs/common';

/** The estimate takes 20 to 80 ms for this many characters, and up to two seconds for 100. */
const MAX_CHARACTERS_AT_ONCE = 32;
/** Of ways to read a password as a word with digits for letters. The library tries 512, which takes ten times as long. */
const MAX_SUBSTITUTIONS = 16;
/** Of words about the person. */
const MAX_KNOWN = 20;

interface Estimator {
  check(password: string, known: string[]): { readonly guesses: number };
}

/** How many guesses a password takes, by zxcvbn. */
@Injectable()
export class PasswordGuesses {
  private estimator: Promise<Estimator> | undefined;

  /**
   * Whether it takes so many at least. A long password is looked at in pieces, and takes what its best piece takes: that is never more than it takes
   * as a whole, and the time is bounded.
   */
  async take(password: string, known: readonly string[], atLeast: number): Promise<boolean> {
    this.estimator ??= load();
    const estimator = await this.estimator;
    const words = [...new Set(known.flatMap(wordsOf))].slice(0, MAX_KNOWN);
    for (let start = 0; start < password.length; start += MAX_CHARACTERS_AT_ONCE) {
      if (estimator.check(password.slice(start, start + MAX_CHARACTERS_AT_ONCE), words).guesses >= atLeast) return true;
      // Other people's calls are answered between two pieces.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return false;
  }
}

/** A text and its parts: of an address the name in it and the host, too. */
function wordsOf(text: string): string[] {
  return [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 2);
}

/** On the first password: the dictionaries take 36 MB and 0.4 s. */
async function load(): Promise<Estimator> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const common = await import('@zxcvbn-ts/language-common');
  const english = await import('@zxcvbn-ts/language-en');
  return new ZxcvbnFactory({
    graphs: common.adjacencyGraphs,
    dictionary: { ...common.dictionary, ...english.dictionary },
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  });
}

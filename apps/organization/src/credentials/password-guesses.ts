import { Injectable } from '@nestjs/common';

/** The estimate takes 20 to 80 ms for this many characters, and up to two seconds for 100. */
const MAX_CHARACTERS_AT_ONCE = 32;
/** Variants of a password with letters instead of digits. The library's default of 512 takes ten times as long. */
const MAX_SUBSTITUTIONS = 16;
/** Words about the person. */
const MAX_KNOWN = 20;

interface Estimator {
  check(password: string, known: string[]): { readonly guesses: number };
}

/** Estimates with zxcvbn how many guesses a password takes. */
@Injectable()
export class PasswordGuesses {
  private estimator: Promise<Estimator> | undefined;

  /**
   * Whether the password takes at least this many guesses. A long password is estimated in pieces and rated by its strongest piece.
   * That never overestimates the whole password, and bounds the time.
   */
  async withstands(password: string, known: readonly string[], minGuesses: number): Promise<boolean> {
    this.estimator ??= load();
    const estimator = await this.estimator;
    const words = [...new Set(known.flatMap(wordsOf))].slice(0, MAX_KNOWN);
    for (let start = 0; start < password.length; start += MAX_CHARACTERS_AT_ONCE) {
      if (estimator.check(password.slice(start, start + MAX_CHARACTERS_AT_ONCE), words).guesses >= minGuesses) return true;
      // Lets other calls run between two pieces.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return false;
  }
}

/** The text and its parts, for example the name and the host in an email address. */
function wordsOf(text: string): string[] {
  return [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 2);
}

/** Loaded with the first password: the dictionaries take 36 MB and 0.4 s. */
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

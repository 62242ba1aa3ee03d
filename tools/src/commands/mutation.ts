// npm run test:mutation [-- <library or glob>]: how much of what the sources say their specs would miss.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { MUTATED_LIBRARIES, selectMutated } from '../mutation/libraries.js';
import { MUTATION_FOLDER, mutateLibrary } from '../mutation/mutate-library.js';
import { scoreOf, survivorLine } from '../mutation/score.js';
import { ClearError } from '../terminal/clear-error.js';
import { runCommand } from '../terminal/run-command.js';

/** Per cent of the mutants that specs must detect, in each library. */
const MIN_SCORE = 85;

await runCommand(async () => {
  const { words, concurrency } = asked();
  for (const word of words) {
    if (selectMutated([word]).length === 0)
      throw new ClearError(`${word} names no library and no source of one. The libraries: ${names()}.`);
  }
  const lines: string[] = [];
  let tooLow = 0;
  for (const { library, sources } of selectMutated(words)) {
    console.log(`\n== ${library.name} ==`);
    const { percent, detected, undetected } = scoreOf(
      await mutateLibrary(library, { concurrency, ...(sources === undefined ? {} : { sources }) }),
    );
    for (const survivor of undetected) console.log(`  ${survivorLine(survivor)}`);
    if (percent < MIN_SCORE) tooLow += 1;
    const verdict = percent < MIN_SCORE ? `, at least ${MIN_SCORE} % is needed` : '';
    lines.push(
      `  ${library.name.padEnd(12)} ${percent.toFixed(1)} % (${detected} of ${detected + undetected.length} mutants detected${verdict})`,
    );
    console.log(`\n${lines.at(-1)}`);
  }
  console.log(`\nMutation scores\n${lines.join('\n')}\n\nReports: ${MUTATION_FOLDER}`);
  return tooLow === 0 ? 0 : 1;
});

function asked(): { words: readonly string[]; concurrency: number } {
  const initial = String(Math.max(1, Math.floor(availableParallelism() / 2)));
  const { values, positionals } = parse(initial);
  const concurrency = Number(values.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1) throw new ClearError('--concurrency takes a number of processes, from 1.');
  return { words: positionals, concurrency };
}

function parse(concurrency: string) {
  try {
    return parseArgs({ options: { concurrency: { type: 'string', default: concurrency } }, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new ClearError(`${error.message.split('. ')[0]}. npm run test:mutation -- --help shows the options.`);
  }
}

function names(): string {
  return MUTATED_LIBRARIES.map(({ name }) => name).join(', ');
}

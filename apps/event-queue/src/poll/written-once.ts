import type { OutputOf } from '@parley/contracts';
import type { PollAnswer, pollQueues } from '@parley/contracts/event-queue';

/** Moves the events of each answer into `texts`, as JSON and without duplicates. Answers refer to them by index. */
export function writtenOnce(answers: readonly PollAnswer[]): OutputOf<typeof pollQueues> {
  const indexOf = new Map<string, number>();
  const written = answers.map((answer) => {
    if (answer.outcome !== 'events') return answer;
    const text = JSON.stringify(answer.events);
    const index = indexOf.get(text) ?? indexOf.size;
    indexOf.set(text, index);
    return { outcome: 'written' as const, text: index };
  });
  return { answers: written, texts: [...indexOf.keys()] };
}

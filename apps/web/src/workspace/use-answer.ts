import { useEffect, useState } from 'react';
import { usePage } from './context.js';

export interface Answer<T> {
  readonly value?: T;
  /** Why there is none. */
  readonly error?: string;
}

/** What the server answers to a call, asked once for each `key`. */
export function useAnswer<T>(ask: () => Promise<T>, key: string | number): Answer<T> {
  const { texts } = usePage();
  const [answer, setAnswer] = useState<Answer<T>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the call
  useEffect(() => {
    let isCurrent = true;
    setAnswer({});
    const failed = (error: unknown) => ({ error: texts.of('failed', { reason: error instanceof Error ? error.message : String(error) }) });
    ask().then(
      (value) => isCurrent && setAnswer({ value }),
      (error: unknown) => isCurrent && setAnswer(failed(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return answer;
}

import { NoAnswerError } from '@parley/client';
import { useRef, useState } from 'react';
import type { Texts } from '../texts/texts.js';
import { usePage } from './context.js';
import { pressOf, Turns } from './turns.js';

export interface WorkOutcome {
  readonly isBusy: boolean;
  /** Why the last attempt failed. */
  readonly error: string | undefined;
  /** What was just done. */
  readonly done: string | undefined;
}

export interface Work extends WorkOutcome {
  /**
   * Does one thing at a time. Then says so, or why not: the form keeps what was typed. The same press again while it runs does nothing, and
   * another press waits for its turn.
   */
  readonly run: <T>(task: () => Promise<T>, onDone?: (value: T) => void, done?: string) => void;
}

/** A change that the person asked for in a window. */
export function useWork(): Work {
  const { texts } = usePage();
  const [state, setState] = useState<WorkOutcome>({ isBusy: false, error: undefined, done: undefined });
  // Buttons stay enabled meanwhile: a disabled one would lose the focus.
  const turns = useRef(new Turns());
  const run: Work['run'] = (task, onDone, done) => {
    const ended = turns.current.take(pressOf(window.event), task);
    if (ended === undefined) return;
    setState({ isBusy: true, error: undefined, done: undefined });
    ended.then(
      (value) => {
        setState({ isBusy: turns.current.isBusy, error: undefined, done });
        onDone?.(value);
      },
      (error: unknown) => setState({ isBusy: turns.current.isBusy, error: reasonOf(error, texts), done: undefined }),
    );
  };
  return { ...state, run };
}

export function reasonOf(error: unknown, texts: Texts): string {
  if (error instanceof NoAnswerError) return texts.of('noConnection');
  return error instanceof Error ? error.message : String(error);
}

export function WorkState({ work: { isBusy, error, done } }: { readonly work: WorkOutcome }) {
  const { texts } = usePage();
  return (
    <>
      {error !== undefined && (
        <p role="alert" className="error">
          {texts.of('failed', { reason: error })}
        </p>
      )}
      <p role="status" className={done === undefined ? 'hidden' : 'notes'}>
        {isBusy ? texts.of('loading') : done}
      </p>
    </>
  );
}

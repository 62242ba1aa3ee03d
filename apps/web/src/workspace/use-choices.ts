import { useEffect, useState } from 'react';
import { Choices, type ChoicesOptions } from './choices.js';
import { usePage, useStore } from './context.js';
import { reasonOf, type WorkOutcome } from './use-work.js';

const everything = <T>(value: T): T => value;

interface UsedChoices<N, V> {
  readonly shown: (name: N, current: V) => V;
  readonly choose: (name: N, value: V) => void;
  readonly outcome: WorkOutcome;
}

/** Choices of a part of the page. `done`: what is said when all are accepted. */
export function useChoices<N, V>(options: ChoicesOptions<N, V>, done: string): UsedChoices<N, V> {
  const { workspace, texts } = usePage();
  const [choices] = useState(() => new Choices(options));
  const { error, isDone } = useStore(choices.store, everything);
  useEffect(() => workspace.organization.store.subscribe(() => choices.settle()), [workspace, choices]);
  return {
    shown: (name, current) => choices.shown(name, current),
    choose: (name, value) => choices.choose(name, value),
    outcome: { isBusy: false, error: error === undefined ? undefined : reasonOf(error, texts), done: isDone ? done : undefined },
  };
}

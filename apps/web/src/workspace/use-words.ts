import { useMemo } from 'react';
import type { Part, Words } from '../texts/texts.js';
import { usePage } from './context.js';

/** The texts of a part of the page that is loaded later. */
export function useWords<C>(part: Part<C>): Words<C> {
  const { texts } = usePage();
  return useMemo(() => texts.part(part), [texts, part]);
}

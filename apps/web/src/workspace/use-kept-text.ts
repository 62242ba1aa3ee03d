import { useRef, useState } from 'react';
import { usePage } from './context.js';
import { KeptText } from './kept-text.js';

interface TypedText {
  readonly text: string;
  /** Whether the text is another one than the value of the field. */
  readonly isChanged: boolean;
  readonly change: (text: string) => void;
  /** After the text was saved. */
  readonly end: () => void;
}

/** The text of a field with this value. What was typed before the window closed, or the session ended, is there again. */
export function useKeptText(name: string, value: string): TypedText {
  const { drafts } = usePage().workspace;
  const [kept] = useState(() => new KeptText(drafts, name));
  const [typed, setTyped] = useState(() => kept.typedOver(value));
  const from = useRef(value);
  const text = typed ?? value;
  return {
    text,
    isChanged: text !== value,
    change: (next) => {
      // The value may be changed by others while the person types.
      if (typed === undefined) from.current = value;
      setTyped(next);
      kept.keep(next, from.current);
    },
    end: () => {
      setTyped(undefined);
      kept.end();
    },
  };
}

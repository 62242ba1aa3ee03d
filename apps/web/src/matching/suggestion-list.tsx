import type { ReactNode } from 'react';
import { usePage } from '../workspace/context.js';
import { listId, optionId } from './suggestion-choice.js';

interface SuggestionListProps<E> {
  /** Id of the field, which keeps the focus and points at the chosen suggestion. */
  readonly fieldId: string;
  readonly className: string;
  readonly suggestions: readonly E[];
  readonly keyOf: (suggestion: E) => string;
  /** Place of the chosen one. */
  readonly chosen: number;
  readonly onChoose: (suggestion: E) => void;
  /** What is shown of a suggestion. */
  readonly children: (suggestion: E) => ReactNode;
}

/** The suggestions of a field. Not rendered without any. */
export function SuggestionList<E>({ fieldId, className, suggestions, keyOf, chosen, onChoose, children }: SuggestionListProps<E>) {
  const { texts } = usePage();
  if (suggestions.length === 0) return null;
  return (
    <div id={listId(fieldId)} role="listbox" aria-label={texts.of('suggestions')} className={className}>
      {suggestions.map((suggestion, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus
        <div
          key={keyOf(suggestion)}
          id={optionId(fieldId, place)}
          role="option"
          tabIndex={-1}
          aria-selected={place === chosen}
          className="suggestion"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          {children(suggestion)}
        </div>
      ))}
    </div>
  );
}

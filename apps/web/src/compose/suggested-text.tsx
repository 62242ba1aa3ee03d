import { useEffect, useId, useRef, useState } from 'react';
import { loadPart } from '../failure/load-part.js';
import { choiceAfter, pointsAt } from '../matching/suggestion-choice.js';
import { SuggestionList } from '../matching/suggestion-list.js';
import { type PageContext, useOrganization, usePage } from '../workspace/context.js';
import { type Completion, completed, completionAt } from './completion.js';
import type { Suggestion } from './suggest.js';

interface SuggestedTextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
  readonly onLeave: () => void;
  readonly field: React.RefObject<HTMLTextAreaElement | null>;
}

const MOST_ROWS = 12;
// Loaded when the field is used.
const loadSuggestions = loadPart(() => import('./suggest.js'));
const suggested = async (completion: Completion | undefined, page: Pick<PageContext, 'workspace' | 'texts'>) =>
  completion === undefined ? [] : (await loadSuggestions()).suggestionsFor(completion, page);

/** A text with suggestions for people, channels, topics and emoji. The field keeps the focus, and points at the chosen one. */
export function SuggestedText({ label, value, onChange, onSend, onLeave, field }: SuggestedTextProps) {
  const { workspace, texts } = usePage();
  const id = useId();
  const [caret, setCaret] = useState(0);
  const [dismissed, setDismissed] = useState<string>();
  const [chosen, setChosen] = useState(0);
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  const completion = completionAt(value, caret);
  const key = completion === undefined ? undefined : `${completion.kind} ${completion.from} ${completion.query}`;
  const isOpen = found.length > 0 && key !== undefined && key !== dismissed;
  const shown = isOpen ? found : [];
  // What was typed before the first registration gets its suggestions after it.
  const registrations = useOrganization((organization) => organization.registrations);
  const caretAfter = useRef<number>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the completion
  useEffect(() => {
    let isCurrent = true;
    setChosen(0);
    const show = (suggestions: readonly Suggestion[]) => isCurrent && setFound(suggestions);
    suggested(completion, { workspace, texts }).then(show, () => show([]));
    return () => {
      isCurrent = false;
    };
  }, [key, workspace, texts, registrations]);
  useEffect(() => {
    if (caretAfter.current === undefined) return;
    field.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    setCaret(caretAfter.current);
    caretAfter.current = undefined;
  });

  const choose = (suggestion: Suggestion | undefined, replaced: Completion | undefined) => {
    if (suggestion === undefined || replaced === undefined) return;
    const next = completed(value, replaced, suggestion.text);
    caretAfter.current = next.caret;
    onChange(next.text);
  };
  const press = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (isOpen && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].includes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      const next = choiceAfter(event.key, chosen, found.length);
      if (next !== undefined) return setChosen(next);
      return event.key === 'Escape' ? setDismissed(key) : choose(found[chosen], completion);
    }
    if (event.key === 'Escape') return onLeave();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    onSend();
  };
  return (
    <div className="suggested-text">
      <SuggestionList
        fieldId={id}
        className="suggestions"
        suggestions={shown}
        keyOf={({ key: name }) => name}
        chosen={chosen}
        onChoose={(suggestion) => choose(suggestion, completion)}
      >
        {({ glyph, picture, label: name, detail }) => (
          <>
            {glyph !== undefined && <span aria-hidden="true">{glyph}</span>}
            {picture !== undefined && <img src={picture} alt="" />}
            <span dir="auto">{name}</span>
            {detail !== undefined && <span className="detail">{detail}</span>}
          </>
        )}
      </SuggestionList>
      <textarea
        ref={field}
        dir="auto"
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...pointsAt(id, shown.length, chosen)}
        placeholder={label}
        rows={Math.min(MOST_ROWS, value.split('\n').length)}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setCaret(event.target.selectionStart);
        }}
        onFocus={() => void loadSuggestions().catch(() => undefined)}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={press}
      />
      <p role="status" className="hidden">
        {isOpen ? texts.count('suggestionCount', found.length) : ''}
      </p>
    </div>
  );
}

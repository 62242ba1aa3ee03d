import { type FormEvent, useId, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { SearchOperator } from '../places/search-query.js';
import { type SearchSuggestion, searchSuggestions } from '../places/search-suggestions.js';
import type { TextKey } from '../texts/texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { PageDialog } from './page-dialog.js';

interface SearchDialogProps {
  /** The query that is shown now. */
  readonly initial: string;
  readonly onSearch: (query: string) => void;
  readonly onClose: () => void;
}

const MEANINGS: Readonly<Record<SearchOperator, TextKey>> = {
  channel: 'searchChannel',
  topic: 'searchTopic',
  from: 'searchFrom',
  dm: 'searchDm',
  'dm-including': 'searchDmIncluding',
  is: 'searchIs',
  has: 'searchHas',
};

/** Words and operators, with suggestions. The field keeps the focus, and points at the chosen suggestion. */
export default function SearchDialog({ initial, onSearch, onClose }: SearchDialogProps) {
  const { texts } = usePage();
  const state = useClientState();
  const id = useId();
  const [query, setQuery] = useState(initial);
  const [chosen, setChosen] = useState(-1);
  const found = searchSuggestions(query, state);
  const change = (next: string) => {
    setQuery(next);
    setChosen(-1);
  };
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (query.trim() !== '') onSearch(query.trim());
  };
  const press = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || found.length === 0) return;
    const suggestion = found[chosen];
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % found.length);
    else if (event.key === 'ArrowUp') setChosen(chosen <= 0 ? found.length - 1 : chosen - 1);
    else if (suggestion !== undefined && (event.key === 'Enter' || event.key === 'Tab')) change(suggestion.query);
    else return;
    event.preventDefault();
  };
  return (
    <PageDialog title={texts.of('search')} onClose={onClose}>
      <form onSubmit={search}>
        <input
          // biome-ignore lint/a11y/noAutofocus: the reader opened the window to write here
          autoFocus
          type="search"
          role="combobox"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          aria-label={texts.of('searchHint')}
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
          placeholder={texts.of('searchHint')}
          value={query}
          onChange={(event) => change(event.target.value)}
          onKeyDown={press}
        />
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={texts.of('suggestions')}
          className="search-suggestions"
          hidden={found.length === 0}
        >
          {found.map((suggestion, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus
            <div
              key={suggestion.label}
              id={`${id}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === chosen}
              className="suggestion"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => change(suggestion.query)}
            >
              <span dir="auto">{suggestion.label}</span>
              <Meaning suggestion={suggestion} />
            </div>
          ))}
        </div>
        <Button type="submit" className="main-button" isDisabled={query.trim() === ''}>
          {texts.of('search')}
        </Button>
      </form>
    </PageDialog>
  );
}

function Meaning({ suggestion: { operator } }: { readonly suggestion: SearchSuggestion }) {
  const { texts } = usePage();
  return operator === undefined ? null : <span className="detail">{texts.of(MEANINGS[operator])}</span>;
}

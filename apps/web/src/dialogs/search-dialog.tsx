import { type FormEvent, useId, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { choiceAfter, pointsAt } from '../matching/suggestion-choice.js';
import { SuggestionList } from '../matching/suggestion-list.js';
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
    const next = choiceAfter(event.key, chosen, found.length);
    if (next !== undefined) setChosen(next);
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
          {...pointsAt(id, found.length, chosen)}
          placeholder={texts.of('searchHint')}
          value={query}
          onChange={(event) => change(event.target.value)}
          onKeyDown={press}
        />
        <SuggestionList
          fieldId={id}
          className="search-suggestions"
          suggestions={found}
          keyOf={({ label }) => label}
          chosen={chosen}
          onChoose={(suggestion) => change(suggestion.query)}
        >
          {(suggestion) => (
            <>
              <span dir="auto">{suggestion.label}</span>
              <Meaning suggestion={suggestion} />
            </>
          )}
        </SuggestionList>
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

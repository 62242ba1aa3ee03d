import { statusOf } from '@parley/client';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { peopleTexts } from '../texts/parts/people-texts.js';
import { Avatar } from '../workspace/avatar.js';
import { useClientState, usePage } from '../workspace/context.js';
import { Status } from '../workspace/status.js';
import { useWords } from '../workspace/use-words.js';
import { peopleList } from './people-list.js';
import { roleKey } from './profile-facts.js';

/** What is drawn at first, and more at each press. */
const PAGE = 100;

/** The people of the organization. */
export default function PeopleView() {
  const { texts, windows } = usePage();
  const words = useWords(peopleTexts);
  const state = useClientState();
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState(PAGE);
  const { compare } = new Intl.Collator(texts.language, { numeric: true });
  const found = peopleList(state, query.trim(), Date.now() / 1_000, compare);
  return (
    <>
      <input
        type="search"
        dir="auto"
        aria-label={texts.of('findPeople')}
        placeholder={texts.of('findPeople')}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setShown(PAGE);
        }}
      />
      {state.can_invite_others_to_realm === true && (
        <Button className="main-button" onPress={() => windows.open({ kind: 'invitations' })}>
          {words.of('invite')}
        </Button>
      )}
      <p role="status" className="notes">
        {texts.count('person', found.length)}
      </p>
      <ul className="people-list" aria-label={texts.of('people')}>
        {found.slice(0, shown).map(({ user_id, full_name, role, is_bot, presence }) => {
          const status = statusOf(state, user_id);
          return (
            <li key={user_id}>
              <Button className="choice" onPress={() => windows.open({ kind: 'profile', userId: user_id })}>
                <Avatar userId={user_id} />
                <span className={`presence ${presence}`} aria-hidden="true" />
                <span className="entry-name" dir="auto">
                  {full_name}
                </span>
                {presence !== 'offline' && <span className="hidden">{texts.of(presence)}</span>}
                {status !== undefined && <Status status={status} />}
                <span className="detail">{words.of(is_bot ? 'roleBot' : roleKey(role))}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      {found.length > shown && (
        <Button className="main-button" onPress={() => setShown(shown + PAGE)}>
          {texts.of('showMore')}
        </Button>
      )}
    </>
  );
}

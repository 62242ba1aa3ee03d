import { type KnownUser, user } from '@parley/client';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { bestFits } from '../matching/best-fits.js';
import { channelTexts } from '../texts/parts/channel-texts.js';
import { Avatar } from '../workspace/avatar.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';

const MOST = 6;

interface PeoplePickerProps {
  readonly chosen: readonly number[];
  /** Who is not offered. */
  readonly without?: ReadonlySet<number>;
  readonly onChange: (userIds: readonly number[]) => void;
}

/** Chooses people by their names. */
export function PeoplePicker({ chosen, without = new Set(), onChange }: PeoplePickerProps) {
  const { texts } = usePage();
  const words = useWords(channelTexts);
  const state = useClientState();
  const [query, setQuery] = useState('');
  const isOffered = ({ user_id, is_active }: KnownUser) => is_active && !chosen.includes(user_id) && !without.has(user_id);
  const found =
    query.trim() === ''
      ? []
      : bestFits((state.realm_users ?? []).filter(isOffered), query, ({ full_name, email }) => [full_name, email], MOST);
  return (
    <div>
      <ul className="inline-list">
        {chosen.map((id) => {
          const name = user(state, id).full_name;
          return (
            <li key={id}>
              <span dir="auto">{name}</span>
              <Button
                className="icon-button"
                aria-label={words.of('doNotAdd', { name })}
                onPress={() => onChange(chosen.filter((each) => each !== id))}
              >
                <span aria-hidden="true">✕</span>
              </Button>
            </li>
          );
        })}
      </ul>
      <input
        dir="auto"
        aria-label={texts.of('findPeople')}
        placeholder={texts.of('findPeople')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul className="choices">
        {found.map(({ user_id, full_name }) => (
          <li key={user_id}>
            <Button
              className="choice"
              onPress={() => {
                onChange([...chosen, user_id]);
                setQuery('');
              }}
            >
              <Avatar userId={user_id} />
              <span dir="auto">{full_name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

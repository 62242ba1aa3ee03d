import { subscriptions } from '@parley/client';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { bestFits } from '../matching/best-fits.js';
import type { Place } from '../places/place.js';
import { Avatar } from '../workspace/avatar.js';
import { useClientState, usePage } from '../workspace/context.js';
import { peopleNames } from '../workspace/names.js';
import { PageDialog } from './page-dialog.js';

interface RecipientDialogProps {
  /** Default: for a new message. */
  readonly title?: string;
  readonly isForPeople: boolean;
  readonly onChoose: (place: Place) => void;
  readonly onClose: () => void;
}

const MOST = 8;

/** Chooses a channel, or one or more people. */
export default function RecipientDialog({ title, isForPeople, onChoose, onClose }: RecipientDialogProps) {
  const { texts, workspace } = usePage();
  const state = useClientState();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const people = (state.realm_users ?? []).filter(({ is_active, user_id }) => is_active && !chosen.includes(user_id));
  const channels = isForPeople || chosen.length > 0 ? [] : bestFits(subscriptions(state), query, ({ name }) => [name], MOST);
  const others = chosen.filter((id) => id !== workspace.session.userId).sort((a, b) => a - b);
  return (
    <PageDialog title={title ?? texts.of(isForPeople ? 'newDirectMessage' : 'compose')} onClose={onClose}>
      {chosen.length > 0 && <p dir="auto">{peopleNames(state, chosen, texts)}</p>}
      <input
        // biome-ignore lint/a11y/noAutofocus: the reader opened the window to write here
        autoFocus
        dir="auto"
        aria-label={texts.of(isForPeople ? 'findPeople' : 'toHint')}
        placeholder={texts.of(isForPeople ? 'findPeople' : 'toHint')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul className="choices">
        {channels.map(({ stream_id: channelId, name }) => (
          <li key={`channel ${channelId}`}>
            <Button className="choice" onPress={() => onChoose({ kind: 'channel', channelId })}>
              #{name}
            </Button>
          </li>
        ))}
        {bestFits(people, query, ({ full_name, email }) => [full_name, email], MOST).map(({ user_id, full_name }) => (
          <li key={user_id}>
            <Button
              className="choice"
              onPress={() => {
                setChosen([...chosen, user_id]);
                setQuery('');
              }}
            >
              <Avatar userId={user_id} />
              {full_name}
            </Button>
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <Button className="main-button" onPress={() => onChoose({ kind: 'direct', userIds: others })}>
          {texts.of('compose')}
        </Button>
      )}
    </PageDialog>
  );
}

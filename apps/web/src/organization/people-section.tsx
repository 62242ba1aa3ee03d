import { type KnownUser, me } from '@parley/client';
import { ALL_ROLES, ROLES, type Role } from '@parley/contracts';
import { deactivateUser, reactivateUser, updateUser } from '@parley/contracts/organization';
import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { fitness } from '../matching/best-fits.js';
import { roleKey } from '../people/profile-facts.js';
import { organizationTexts } from '../texts/parts/organization-texts.js';
import { peopleTexts } from '../texts/parts/people-texts.js';
import { Avatar } from '../workspace/avatar.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';

/** What is drawn at first, and more at each press. */
const PAGE = 50;

/** The accounts of the organization, their roles, and who may no longer sign in. */
export function PeopleSection() {
  const { texts, windows } = usePage();
  const words = useWords(organizationTexts);
  const people = useWords(peopleTexts);
  const state = useClientState();
  const [query, setQuery] = useState('');
  const [isActive, setActive] = useState(true);
  const [shown, setShown] = useState(PAGE);
  const all = isActive ? state.realm_users : state.realm_non_active_users;
  const found = useMemo(() => {
    const { compare } = new Intl.Collator(texts.language, { numeric: true });
    const wanted = query.trim();
    const fits = ({ full_name, email }: KnownUser) =>
      wanted === '' || fitness(full_name, wanted) !== undefined || fitness(email, wanted) !== undefined;
    return (all ?? []).filter(fits).sort((a, b) => compare(a.full_name, b.full_name));
  }, [all, query, texts]);
  return (
    <section>
      <label>
        {texts.of('findPeople')}
        <input
          type="search"
          dir="auto"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setShown(PAGE);
          }}
        />
      </label>
      <label>
        {words.of('shownAccounts')}
        <select
          value={String(isActive)}
          onChange={(event) => {
            setActive(event.target.value === 'true');
            setShown(PAGE);
          }}
        >
          <option value="true">{words.of('activeAccounts')}</option>
          <option value="false">{words.of('deactivatedAccounts')}</option>
        </select>
      </label>
      {state.can_invite_others_to_realm === true && (
        <Button className="plain-button" onPress={() => windows.open({ kind: 'invitations' })}>
          {people.of('invite')}
        </Button>
      )}
      <p role="status" className="notes">
        {texts.count('person', found.length)}
      </p>
      <ul className="card-list" aria-label={texts.of('people')}>
        {found.slice(0, shown).map((person) => (
          <PersonEntry key={person.user_id} person={person} />
        ))}
      </ul>
      {found.length > shown && (
        <Button className="plain-button" onPress={() => setShown(shown + PAGE)}>
          {texts.of('showMore')}
        </Button>
      )}
    </section>
  );
}

function PersonEntry({ person }: { readonly person: KnownUser }) {
  const { workspace, windows } = usePage();
  const { client } = workspace;
  const words = useWords(organizationTexts);
  const people = useWords(peopleTexts);
  const work = useWork();
  const [isAsking, setAsking] = useState(false);
  const myself = me(useClientState());
  const { user_id, full_name: name, role, is_bot, is_active } = person;
  const isOwner = 'is_owner' in myself && myself.is_owner;
  // Only owners change owners. The server refuses it to others.
  const mayChange = isOwner || role !== ROLES.owner;
  const setRole = (next: Role) =>
    work.run(() => client.call(updateUser, { user_id: String(user_id), role: next }), undefined, words.of('saved'));
  const end = () => {
    setAsking(false);
    work.run(() => client.call(deactivateUser, { user_id }));
  };
  return (
    <li>
      <div className="card-head">
        <Button className="choice-name" onPress={() => windows.open({ kind: 'profile', userId: user_id })}>
          <Avatar userId={user_id} />
          <span dir="auto">{name}</span>
        </Button>
        <span className="detail">{person.delivery_email ?? person.email}</span>
        {is_active && mayChange && (
          <span className="card-actions">
            {!is_bot && (
              <select
                aria-label={words.of('roleOf', { name })}
                value={role}
                onChange={(event) => setRole(Number(event.target.value) as Role)}
              >
                {ALL_ROLES.filter((each) => isOwner || each !== ROLES.owner).map((each) => (
                  <option key={each} value={each}>
                    {people.of(roleKey(each))}
                  </option>
                ))}
              </select>
            )}
            <Button className="plain-button" aria-label={words.of('deactivateOf', { name })} onPress={() => setAsking(!isAsking)}>
              {words.of('deactivate')}
            </Button>
          </span>
        )}
        {!is_active && mayChange && (
          <Button
            className="plain-button"
            aria-label={words.of('reactivateOf', { name })}
            onPress={() => work.run(() => client.call(reactivateUser, { user_id }))}
          >
            {words.of('reactivate')}
          </Button>
        )}
      </div>
      {isAsking && is_active && (
        <p role="alert">
          {words.of('deactivateMeaning')}{' '}
          <Button className="main-button" onPress={end}>
            {words.of('deactivateNow')}
          </Button>
        </p>
      )}
      <WorkState work={work} />
    </li>
  );
}

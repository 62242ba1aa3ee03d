import { isPermitted, organizationSetting } from '@parley/client';
import { Button } from 'react-aria-components/Button';
import { peopleTexts } from '../texts/parts/people-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { membersOf } from './profile-facts.js';

/** The groups that have a name. */
export default function GroupsView() {
  const { texts, windows } = usePage();
  const words = useWords(peopleTexts);
  const state = useClientState();
  const { compare } = new Intl.Collator(texts.language, { numeric: true });
  const groups = (state.realm_user_groups ?? [])
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .sort((a, b) => compare(a.name, b.name));
  const mayCreate = isPermitted(state, organizationSetting(state, 'can_create_groups') as Parameters<typeof isPermitted>[1]);
  return (
    <>
      {mayCreate && (
        <Button className="main-button" onPress={() => windows.open({ kind: 'create-group' })}>
          {words.of('createGroup')}
        </Button>
      )}
      {groups.length === 0 && <p className="feed-start">{words.of('noGroups')}</p>}
      <ul className="people-list" aria-label={texts.of('groups')}>
        {groups.map(({ id, name, description }) => (
          <li key={id}>
            <Button className="choice" onPress={() => windows.open({ kind: 'group', groupId: id })}>
              <span className="entry-name" dir="auto">
                {name}
              </span>
              <span className="detail" dir="auto">
                {description}
              </span>
              <span className="detail">{texts.count('person', membersOf(state, id).length)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

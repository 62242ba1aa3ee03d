import { deactivateUserGroup, type UserGroupObject, updateUserGroup, updateUserGroupMembers } from '@parley/contracts/organization';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { PeoplePicker } from '../channels/people-picker.js';
import { peopleTexts } from '../texts/parts/people-texts.js';
import { usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { GroupForm, type GroupValues } from './group-form.js';

/** Adds people to a group. */
export function AddMembers({ group: { id, members } }: { readonly group: UserGroupObject }) {
  const { workspace } = usePage();
  const words = useWords(peopleTexts);
  const work = useWork();
  const [added, setAdded] = useState<readonly number[]>([]);
  const add = () =>
    work.run(
      () => workspace.client.call(updateUserGroupMembers, { user_group_id: id, add: [...added] }),
      () => setAdded([]),
    );
  return (
    <section>
      <h3>{words.of('addMembers')}</h3>
      <PeoplePicker chosen={added} without={new Set(members)} onChange={setAdded} />
      {added.length > 0 && (
        <Button className="main-button" onPress={add}>
          {words.of('addMembersNow')}
        </Button>
      )}
      <WorkState work={work} />
    </section>
  );
}

/** Renames a group, describes it anew, or deactivates it. */
export function ManageGroup({ group, onClose }: { readonly group: UserGroupObject; readonly onClose: () => void }) {
  const { workspace, texts } = usePage();
  const { client } = workspace;
  const words = useWords(peopleTexts);
  const work = useWork();
  const [changing, setChanging] = useState<GroupValues>();
  const [isAsking, setAsking] = useState(false);
  const { id, name, description } = group;
  // Only what the person changed: others may have changed the rest meanwhile, and the server refuses a change that is none.
  const save = async (values: GroupValues) => {
    const changes = {
      ...(values.name !== changing?.name && { name: values.name }),
      ...(values.description !== changing?.description && { description: values.description }),
    };
    if (Object.keys(changes).length > 0) await client.call(updateUserGroup, { user_group_id: id, ...changes });
  };
  return (
    <section>
      <Button className="plain-button" onPress={() => setChanging(changing === undefined ? { name, description } : undefined)}>
        {changing === undefined ? words.of('changeGroup') : texts.of('cancel')}
      </Button>
      <Button className="plain-button" onPress={() => setAsking(!isAsking)}>
        {words.of('deactivateGroup')}
      </Button>
      {changing !== undefined && (
        <GroupForm initial={changing} action={texts.of('save')} onSave={save} onSaved={() => setChanging(undefined)} />
      )}
      {isAsking && (
        <p role="alert">
          {words.of('deactivateGroupMeaning')}{' '}
          <Button className="main-button" onPress={() => work.run(() => client.call(deactivateUserGroup, { user_group_id: id }), onClose)}>
            {words.of('deactivateGroupNow')}
          </Button>
        </p>
      )}
      <WorkState work={work} />
    </section>
  );
}

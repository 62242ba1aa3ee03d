import { createUserGroup } from '@parley/contracts/organization';
import { useState } from 'react';
import { PeoplePicker } from '../channels/people-picker.js';
import { PageDialog } from '../dialogs/page-dialog.js';
import { peopleTexts } from '../texts/parts/people-texts.js';
import { usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { GroupForm, type GroupValues } from './group-form.js';

/** Creates a group with its first members. */
export default function CreateGroupDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = usePage();
  const words = useWords(peopleTexts);
  const [members, setMembers] = useState<readonly number[]>([workspace.session.userId]);
  const create = (values: GroupValues) => workspace.client.call(createUserGroup, { ...values, members: [...members] });
  return (
    <PageDialog title={words.of('createGroup')} onClose={onClose}>
      <GroupForm initial={{ name: '', description: '' }} action={words.of('create')} onSave={create} onSaved={onClose}>
        <fieldset>
          <legend>{words.of('members')}</legend>
          <PeoplePicker chosen={members} onChange={setMembers} />
        </fieldset>
      </GroupForm>
    </PageDialog>
  );
}

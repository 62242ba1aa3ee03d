import { isPermitted, organizationSetting, user } from '@parley/client';
import { updateUserGroupMembers } from '@parley/contracts/organization';
import { Button } from 'react-aria-components/Button';
import { PageDialog } from '../dialogs/page-dialog.js';
import { peopleTexts } from '../texts/parts/people-texts.js';
import { Avatar } from '../workspace/avatar.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { AddMembers, ManageGroup } from './manage-group.js';
import { membersOf } from './profile-facts.js';

/** Who is in a group. Those who may can join and leave it, change it, and add and remove people. */
export default function GroupDialog({ groupId, onClose }: { readonly groupId: number; readonly onClose: () => void }) {
  const { workspace, texts, windows } = usePage();
  const words = useWords(peopleTexts);
  const state = useClientState();
  const work = useWork();
  const group = state.realm_user_groups?.find(({ id }) => id === groupId);
  const { userId } = workspace.session;
  const { compare } = new Intl.Collator(texts.language);
  const members = membersOf(state, groupId)
    .map((id) => user(state, id))
    .sort((a, b) => compare(a.full_name, b.full_name));
  const isMember = group?.members.includes(userId) ?? false;
  const change = () =>
    work.run(() => workspace.client.call(updateUserGroupMembers, { user_group_id: groupId, [isMember ? 'delete' : 'add']: [userId] }));
  const remove = (id: number) => work.run(() => workspace.client.call(updateUserGroupMembers, { user_group_id: groupId, delete: [id] }));
  const isOwn = group !== undefined && !group.is_system_group && !group.deactivated;
  const isAllowed = (setting: Parameters<typeof isPermitted>[1]) => isOwn && isPermitted(state, setting);
  const mayManage =
    isAllowed(group?.can_manage_group) ||
    isAllowed(organizationSetting(state, 'can_manage_all_groups') as Parameters<typeof isPermitted>[1]);
  const mayAdd = mayManage || isAllowed(group?.can_add_members_group);
  const mayRemove = mayManage || isAllowed(group?.can_remove_members_group);
  return (
    <PageDialog title={group?.name ?? words.of('unknownGroup')} onClose={onClose}>
      {group !== undefined && (
        <>
          <p dir="auto">{group.description}</p>
          <p className="notes">{texts.count('person', members.length)}</p>
          <ul className="people">
            {members.map(({ user_id, full_name }) => (
              <li key={user_id}>
                <Button className="choice" onPress={() => windows.open({ kind: 'profile', userId: user_id })}>
                  <Avatar userId={user_id} />
                  <span dir="auto">{full_name}</span>
                </Button>
                {mayRemove && user_id !== userId && group.members.includes(user_id) && (
                  <Button
                    className="plain-button"
                    aria-label={words.of('removeMemberOf', { name: full_name })}
                    onPress={() => remove(user_id)}
                  >
                    {words.of('removeMember')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <WorkState work={work} />
          {!group.is_system_group && (
            <Button className="main-button" onPress={change}>
              {words.of(isMember ? 'leaveGroup' : 'joinGroup')}
            </Button>
          )}
          {mayAdd && <AddMembers group={group} />}
          {mayManage && <ManageGroup group={group} onClose={onClose} />}
        </>
      )}
    </PageDialog>
  );
}

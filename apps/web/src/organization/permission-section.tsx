import { me, organizationSetting } from '@parley/client';
import { ORGANIZATION_PERMISSIONS, type OrganizationPermission, updateOrganization } from '@parley/contracts/organization';
import { type Permission, PermissionSelect } from '../channels/permission-select.js';
import { organizationTexts } from '../texts/parts/organization-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useChoices } from '../workspace/use-choices.js';
import { useWords } from '../workspace/use-words.js';
import { WorkState } from '../workspace/use-work.js';
import { PERMISSION_GROUPS } from './permissions.js';

/** Who may do what. */
export function PermissionSection() {
  const { workspace } = usePage();
  const words = useWords(organizationTexts);
  const state = useClientState();
  const person = me(state);
  const isOwner = 'is_owner' in person && person.is_owner;
  const current = (name: OrganizationPermission) =>
    organizationSetting(workspace.organization.store.get().state, name) as Permission | undefined;
  const { shown, choose, outcome } = useChoices<OrganizationPermission, Permission | undefined>(
    { current, send: (name, value) => workspace.client.call(updateOrganization, { [name]: { new: value } }) },
    words.of('saved'),
  );
  return (
    <>
      <WorkState work={outcome} />
      {PERMISSION_GROUPS.map(({ title, permissions }) => (
        <fieldset key={title}>
          <legend>{words.of(title)}</legend>
          {permissions.map(([name, meaning]) => {
            const { ownersOnly, onlySystemGroups, everyoneAllowed, nobodyAllowed } = ORGANIZATION_PERMISSIONS[name];
            const isDisabled = ownersOnly && !isOwner;
            const isAllowed = (group: string) => {
              if (onlySystemGroups !== null) return onlySystemGroups.some((each) => each === group);
              return (
                group !== 'role:internet' && (everyoneAllowed || group !== 'role:everyone') && (nobodyAllowed || group !== 'role:nobody')
              );
            };
            return (
              <PermissionSelect
                key={name}
                title={`${words.of(meaning)}${isDisabled ? ` (${words.of('ownersOnly')})` : ''}`}
                value={shown(name, organizationSetting(state, name) as Permission | undefined)}
                isDisabled={isDisabled}
                isAllowed={isAllowed}
                onChange={(groupId) => choose(name, groupId)}
              />
            );
          })}
        </fieldset>
      ))}
    </>
  );
}

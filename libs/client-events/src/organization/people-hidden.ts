import { peopleHidden } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';
import { buildUnknownUser } from './user-object.js';

/** Clients that require a user for every id receive a placeholder. */
export const peopleHiddenFanOut = fanOut(peopleHidden, {
  parts: ({ viewerIds: users, people, host }) =>
    people.flatMap((user) => [
      {
        clientType: 'realm_user',
        audience: { users },
        render: () => ({ type: 'realm_user', op: 'remove', person: { user_id: user.id, full_name: user.fullName } }),
      },
      {
        clientType: 'realm_user',
        audience: { users },
        wants: ({ capabilities }) => capabilities.user_list_incomplete !== true,
        render: () => ({ type: 'realm_user', op: 'add', person: buildUnknownUser(user, host) }),
      },
    ]),
});

import { isAvatarComputable, userAvatarChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';
import { whoSeesUser } from './user-audience.js';

/** All users who may see the user receive it. Clients that compute avatar URLs receive null if they can compute this one. */
export const userAvatarChangedFanOut = fanOut(userAvatarChanged, {
  parts: (changed) => [
    {
      clientType: 'realm_user',
      audience: whoSeesUser(changed.guestsWithAccess),
      render: ({ clientGravatar }) => {
        const isComputed = clientGravatar && isAvatarComputable(changed);
        return {
          type: 'realm_user',
          op: 'update',
          person: {
            user_id: changed.userId,
            avatar_url: isComputed ? null : changed.avatarUrl,
            avatar_url_medium: changed.mediumAvatarUrl,
            avatar_source: changed.avatarSource,
            avatar_version: changed.avatarVersion,
          },
        };
      },
    },
  ],
});

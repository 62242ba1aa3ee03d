import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { guestsWithAccess, whoSeesUser } from './user-audience.js';
import { isAvatarComputable } from './user-object.js';

const payload = z.object({
  userId: z.int(),
  /** One of EMAIL_VISIBILITY. */
  emailAddressVisibility: z.int(),
  avatarSource: z.string(),
  avatarVersion: z.int(),
  avatarUrl: z.string(),
  mediumAvatarUrl: z.string(),
  guestsWithAccess,
});
export type UserAvatarChanged = z.infer<typeof payload>;

/** A user's avatar changed. All users who may see them receive it; clients that compute avatar URLs receive null if they can compute this one. */
export const userAvatarChanged: DomainEvent<'user.avatar-changed', UserAvatarChanged> = domainEvent({
  type: 'user.avatar-changed',
  owner: 'organization',
  payload,
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

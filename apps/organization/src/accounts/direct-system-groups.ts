import type { Standing, SystemGroup } from '@parley/access';
import { ROLES } from '@parley/contracts';

/** The system groups that a user is a direct member of: the group of their role, and for full members two. */
export function directSystemGroups({ role, isFullMember }: Standing): SystemGroup[] {
  switch (role) {
    case ROLES.owner:
      return ['role:owners'];
    case ROLES.administrator:
      return ['role:administrators'];
    case ROLES.moderator:
      return ['role:moderators'];
    case ROLES.member:
      return isFullMember ? ['role:fullmembers', 'role:members'] : ['role:members'];
    case ROLES.guest:
      return ['role:everyone'];
  }
}

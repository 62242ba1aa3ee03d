import { Injectable } from '@nestjs/common';
import { selectNewestMessageOf, selectProfiles, selectUsers, toProfiles, userFactsOf } from '@parley/access';
import { buildUserObject } from '@parley/client-events';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { getMe } from '@parley/contracts/organization';
import { Database, selectTogether } from '@parley/persistence';

/** The caller's own account. It always has the real email address and the avatar. */
@Injectable()
export class GetMe {
  constructor(private readonly database: Database) {}

  async execute({ caller: { organizationId, userId } }: CallOf<typeof getMe>): Promise<OutputOf<typeof getMe>> {
    const found = await selectTogether(this.database.direct, {
      users: selectUsers(organizationId, [userId]),
      profiles: selectProfiles(organizationId, [userId]),
      newestMessages: selectNewestMessageOf(organizationId, userId),
    });
    const [me] = found.users;
    if (me === undefined) throw apiErrors.noSuchUser();
    const object = buildUserObject(userFactsOf(me, toProfiles(found.profiles).get(me.id)), {
      seesDeliveryEmail: true,
      clientGravatar: false,
      withProfileData: true,
    });
    return { ...object, max_message_id: found.newestMessages[0] ?? -1 };
  }
}

import { Injectable } from '@nestjs/common';
import { newestMessageOf, profilesOf, userById, userFactsOf } from '@parley/access';
import { buildUserObject } from '@parley/client-events';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { getMe } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';

/** The caller's own account. It always has the real email address and the avatar. */
@Injectable()
export class GetMe {
  constructor(private readonly database: Database) {}

  async execute({ caller }: CallOf<typeof getMe>): Promise<OutputOf<typeof getMe>> {
    const { client } = this.database;
    const me = await userById(client, caller.organizationId, caller.userId);
    if (me === undefined) throw apiErrors.noSuchUser();
    const profiles = await profilesOf(client, caller.organizationId, [me.id]);
    const object = buildUserObject(userFactsOf(me, profiles.get(me.id)), {
      seesDeliveryEmail: true,
      clientGravatar: false,
      withProfileData: true,
    });
    return { ...object, max_message_id: await newestMessageOf(client, caller.organizationId, caller.userId) };
  }
}

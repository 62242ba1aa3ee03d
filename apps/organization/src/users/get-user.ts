import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type getUser, type OutputOf } from '@parley/contracts';
import { Database, profilesOf } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { findUser } from './find-user.js';
import { eyesOf } from './visible-users.js';

/** One user, by id or address. One whom the caller may not see is as good as none. */
@Injectable()
export class GetUser {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute({ caller, params }: CallOf<typeof getUser>): Promise<OutputOf<typeof getUser>> {
    const user = await findUser(this.database.client, caller, params.user_id);
    const eyes = await eyesOf(this.database.client, caller, this.addresses);
    if (user === undefined || !eyes.maySee(user.id)) throw apiErrors.noSuchUser();
    const profiles = params.include_custom_profile_fields ? await profilesOf(this.database.client, caller.organizationId, [user.id]) : null;
    const view = { clientGravatar: params.client_gravatar, profiles };
    return { user: eyes.show(user, view) };
  }
}

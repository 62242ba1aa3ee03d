import { Injectable } from '@nestjs/common';
import { profilesOf } from '@parley/access';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { getUser } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { userVisibility } from '../accounts/user-visibility.js';
import { findUser } from './find-user.js';

/** One user, by id or email address. A user whom the caller may not see is treated like an unknown id. */
@Injectable()
export class GetUser {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute({ caller, params }: CallOf<typeof getUser>): Promise<OutputOf<typeof getUser>> {
    const user = await findUser(this.database.direct, caller, params.user_id);
    const visibility = await userVisibility(this.database.direct, caller, this.addresses);
    if (user === undefined || !visibility.maySee(user.id)) throw apiErrors.noSuchUser();
    const profiles = params.include_custom_profile_fields ? await profilesOf(this.database.direct, caller.organizationId, [user.id]) : null;
    const view = { clientGravatar: params.client_gravatar, profiles };
    return { user: visibility.show(user, view) };
  }
}

import { Injectable } from '@nestjs/common';
import { profilesOf, usersOf } from '@parley/access';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { getUsers } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { userVisibility } from '../accounts/user-visibility.js';

/** All users whom the caller may see, or the requested ones among them. Unknown ids are ignored. */
@Injectable()
export class GetUsers {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute({ caller, params }: CallOf<typeof getUsers>): Promise<OutputOf<typeof getUsers>> {
    const reader = this.database.direct;
    const visibility = await userVisibility(reader, caller, this.addresses);
    const users = await usersOf(reader, caller.organizationId, params.user_ids);
    const userIds = params.user_ids === undefined ? undefined : users.map((user) => user.id);
    const profiles = params.include_custom_profile_fields ? await profilesOf(reader, caller.organizationId, userIds) : null;
    const view = { clientGravatar: params.client_gravatar, profiles };
    return { members: users.filter((user) => !user.isSystemBot && visibility.maySee(user.id)).map((user) => visibility.show(user, view)) };
  }
}

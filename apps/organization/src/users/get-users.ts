import { Injectable } from '@nestjs/common';
import { profilesOf, usersOf } from '@parley/access';
import type { Caller, CallOf, InputOf } from '@parley/contracts';
import type { getUsers, UserObject } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { RawJson } from '@parley/rpc';
import { OrganizationAddresses } from '@parley/runtime';
import { type UserVisibility, userVisibility } from '../accounts/user-visibility.js';
import { MemberLists } from '../register/member-lists.js';

/** All users whom the caller may see, or the requested ones among them. Unknown ids are ignored. */
@Injectable()
export class GetUsers {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly memberLists: MemberLists,
  ) {}

  async execute({ caller, params }: CallOf<typeof getUsers>): Promise<RawJson> {
    const visibility = await userVisibility(this.database.direct, caller, this.addresses);
    const { user_ids, client_gravatar: clientGravatar, include_custom_profile_fields: withProfileData } = params;
    if (user_ids === undefined && visibility.seesEveryone) {
      return RawJson.object({ members: await this.memberLists.read(caller, { clientGravatar, withProfileData }) });
    }
    return RawJson.of({ members: await this.some(caller, params, visibility) });
  }

  private async some(caller: Caller, params: InputOf<typeof getUsers>, visibility: UserVisibility): Promise<UserObject[]> {
    const reader = this.database.direct;
    const users = await usersOf(reader, caller.organizationId, params.user_ids);
    const userIds = params.user_ids === undefined ? undefined : users.map((user) => user.id);
    const profiles = params.include_custom_profile_fields ? await profilesOf(reader, caller.organizationId, userIds) : null;
    const view = { clientGravatar: params.client_gravatar, profiles };
    return users.filter((user) => !user.isSystemBot && visibility.maySee(user.id)).map((user) => visibility.show(user, view));
  }
}

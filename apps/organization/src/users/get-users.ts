import { Injectable } from '@nestjs/common';
import type { CallOf, getUsers, OutputOf } from '@parley/contracts';
import { Database, profilesOf, usersOf } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { eyesOf } from './visible-users.js';

/** Everybody whom the caller may see, or those of them that were asked for. Ids that are nobody's are left out. */
@Injectable()
export class GetUsers {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute({ caller, params }: CallOf<typeof getUsers>): Promise<OutputOf<typeof getUsers>> {
    const { client } = this.database;
    const eyes = await eyesOf(client, caller, this.addresses);
    const users = await usersOf(client, caller.organizationId, params.user_ids);
    const asked = params.user_ids === undefined ? undefined : users.map((user) => user.id);
    const profiles = params.include_custom_profile_fields ? await profilesOf(client, caller.organizationId, asked) : null;
    const view = { clientGravatar: params.client_gravatar, profiles };
    return { members: users.filter((user) => !user.isSystemBot && eyes.maySee(user.id)).map((user) => eyes.show(user, view)) };
  }
}

import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type CallOf, type getUser, type OutputOf, seesEmail } from '@parley/contracts';
import { Database, type UserRecord, userByEmail, userById } from '@parley/persistence';
import { OrganizationAddresses } from '../addresses/organization-addresses.js';
import { eyesOf } from './visible-users.js';

/** No account can have a larger one. */
const MAX_ID = 2 ** 31 - 1;

/** One user, by id or address. One whom the caller may not see is as good as none; so is a real address that is hidden from him. */
@Injectable()
export class GetUser {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute({ caller, params }: CallOf<typeof getUser>): Promise<OutputOf<typeof getUser>> {
    const user = await this.find(caller, params.user_id);
    const eyes = await eyesOf(this.database.client, caller, this.addresses);
    if (user === undefined || !eyes.maySee(user.id)) throw apiErrors.noSuchUser();
    const view = { clientGravatar: params.client_gravatar, withProfileData: params.include_custom_profile_fields };
    return { user: eyes.show(user, view) };
  }

  private async find(caller: Caller, asked: string): Promise<UserRecord | undefined> {
    const { client } = this.database;
    if (/^\d+$/.test(asked)) return Number(asked) > MAX_ID ? undefined : userById(client, caller.organizationId, Number(asked));
    const user = await userByEmail(client, caller.organizationId, asked);
    const isByApiEmail = user?.apiEmail.toLowerCase() === asked.toLowerCase();
    return user !== undefined && (isByApiEmail || seesEmail(caller, user)) ? user : undefined;
  }
}

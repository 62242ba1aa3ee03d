import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type getIsSubscribed, type InputOf, type OutputOf, ROLES } from '@parley/contracts';
import { Database, organizationById, subscriptionsOf, systemGroupIds, usersKnownToGuest } from '@parley/persistence';
import { visibleChannel } from '../channels/visible-channels.js';

/** Whether somebody the caller may see is subscribed to a channel the caller may know of. */
@Injectable()
export class GetIsSubscribed {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, { user_id, stream_id }: InputOf<typeof getIsSubscribed>): Promise<OutputOf<typeof getIsSubscribed>> {
    if (!(await this.maySee(caller, user_id))) throw apiErrors.noSuchUser();
    const found = await visibleChannel(this.database.client, caller, { id: stream_id });
    if (found === undefined) throw apiErrors.invalidChannelId();
    const [subscription] = await subscriptionsOf(this.database.client, caller.organizationId, [user_id], [stream_id]);
    return { is_subscribed: subscription?.active ?? false };
  }

  /** Guests see less where can_access_all_users_group says so. */
  private async maySee({ organizationId, userId, role }: Caller, otherId: number): Promise<boolean> {
    const { client } = this.database;
    const people = await client.$queryRaw<unknown[]>`
      SELECT FROM user_account WHERE organization_id = ${organizationId} AND id = ${otherId}::bigint AND is_active`;
    if (people.length === 0) return false;
    if (role !== ROLES.guest) return true;
    const chosen = (await organizationById(client, organizationId))?.settings.can_access_all_users_group;
    if (chosen === undefined || chosen === (await systemGroupIds(client, organizationId)).get('role:everyone')) return true;
    return (await usersKnownToGuest(client, organizationId, userId)).includes(otherId);
  }
}

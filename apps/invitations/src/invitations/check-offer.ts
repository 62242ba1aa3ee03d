import { Inject, Injectable } from '@nestjs/common';
import { CallerPermissions } from '@parley/access';
import { apiErrors, type Caller, enforce, type InputOf, isAdministrator } from '@parley/contracts';
import { checkInvitedChannels } from '@parley/contracts/channels';
import type { createMultiuseInvitation } from '@parley/contracts/invitations';
import { checkInvitedGroups } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { RpcClient } from '@parley/rpc';
import { CONFIG } from '@parley/runtime';
import type { InvitationsConfig } from '../config.js';
import type { Offer } from './invitations.repository.js';
import { invitingRefusal } from './inviting.policy.js';

type Requested = InputOf<typeof createMultiuseInvitation>;

/** Checks whether the caller may offer what the request says. */
@Injectable()
export class CheckOffer {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
    @Inject(CONFIG) private readonly config: Pick<InvitationsConfig, 'INVITATION_LINK_VALIDITY_MINUTES'>,
  ) {}

  /** The offer, if the caller may grant its role, channels and groups. @throws the errors of POST /invites */
  async execute(
    caller: Caller,
    permission: 'can_invite_users_group' | 'create_multiuse_invite_group',
    requested: Requested,
  ): Promise<Offer> {
    const permissions = await CallerPermissions.load(this.database.direct, caller, { permissions: [permission] });
    if (!permissions.has(permission)) throw apiErrors.insufficientPermission();
    enforce(invitingRefusal(caller.role, requested.invite_as));
    const channelIds = [...new Set(requested.stream_ids)];
    const groupIds = [...new Set(requested.group_ids)];
    if (channelIds.length > 0) await this.rpc.call(checkInvitedChannels, { channelIds }, caller);
    if (groupIds.length > 0) await this.rpc.call(checkInvitedGroups, { groupIds }, caller);
    const { invite_expires_in_minutes: validMinutes = this.config.INVITATION_LINK_VALIDITY_MINUTES } = requested;
    return {
      inviterId: caller.userId,
      role: requested.invite_as,
      channelIds,
      groupIds,
      includesDefaults: requested.include_realm_default_subscriptions,
      notifiesInviter: false,
      welcomeText: isAdministrator(caller.role) ? requested.welcome_message_custom_text : null,
      validMinutes,
      isOfOperator: false,
      parentId: null,
    };
  }
}

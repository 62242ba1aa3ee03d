import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { checkInvitedGroups, joinByInvitation } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { CheckInvitedGroups } from './check-invited-groups.js';
import { JoinByInvitation } from './join-by-invitation.js';

/** Calls from the invitations service. */
@Controller()
export class JoiningController {
  constructor(
    private readonly checking: CheckInvitedGroups,
    private readonly joining: JoinByInvitation,
  ) {}

  @Serves(checkInvitedGroups)
  checkInvitedGroups({ caller, params }: CallOf<typeof checkInvitedGroups>) {
    return this.checking.execute(caller, params.groupIds);
  }

  @Serves(joinByInvitation)
  joinByInvitation({ params }: CallOf<typeof joinByInvitation>) {
    return this.joining.execute(params);
  }
}

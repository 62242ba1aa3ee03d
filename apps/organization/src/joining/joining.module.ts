import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { CheckInvitedGroups } from './check-invited-groups.js';
import { JoinByInvitation } from './join-by-invitation.js';
import { JoiningController } from './joining.controller.js';

@Module({
  imports: [AccountsModule, GroupsModule],
  controllers: [JoiningController],
  providers: [CheckInvitedGroups, JoinByInvitation],
})
export class JoiningModule {}

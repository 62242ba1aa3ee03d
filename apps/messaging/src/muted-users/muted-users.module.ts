import { Module } from '@nestjs/common';
import { MuteUser } from './mute-user.js';
import { MutedUsersController } from './muted-users.controller.js';
import { UnmuteUser } from './unmute-user.js';

@Module({
  controllers: [MutedUsersController],
  providers: [MuteUser, UnmuteUser],
})
export class MutedUsersModule {}

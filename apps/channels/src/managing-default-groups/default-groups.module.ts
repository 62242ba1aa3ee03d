import { Module } from '@nestjs/common';
import { CreateDefaultGroup } from './create-default-group.js';
import { DefaultGroupsController } from './default-groups.controller.js';
import { DeleteDefaultGroup } from './delete-default-group.js';
import { UpdateDefaultGroup } from './update-default-group.js';
import { UpdateDefaultGroupChannels } from './update-default-group-channels.js';

@Module({
  controllers: [DefaultGroupsController],
  providers: [CreateDefaultGroup, DeleteDefaultGroup, UpdateDefaultGroup, UpdateDefaultGroupChannels],
})
export class DefaultGroupsModule {}

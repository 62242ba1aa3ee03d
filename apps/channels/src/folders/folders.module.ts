import { Module } from '@nestjs/common';
import { ChannelFoldersController } from './channel-folders.controller.js';
import { CreateChannelFolder } from './create-channel-folder.js';
import { ListChannelFolders } from './list-channel-folders.js';
import { ReorderChannelFolders } from './reorder-channel-folders.js';
import { UpdateChannelFolder } from './update-channel-folder.js';

@Module({
  controllers: [ChannelFoldersController],
  providers: [CreateChannelFolder, ListChannelFolders, ReorderChannelFolders, UpdateChannelFolder],
})
export class FoldersModule {}

import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { AddReaction } from './add-reaction.js';
import { GetEmojiData } from './get-emoji-data.js';
import { ReactionsController } from './reactions.controller.js';
import { RemoveReaction } from './remove-reaction.js';

@Module({
  controllers: [ReactionsController],
  providers: [AddReaction, GetEmojiData, OrganizationAddresses, RemoveReaction],
})
export class ReactionsModule {}

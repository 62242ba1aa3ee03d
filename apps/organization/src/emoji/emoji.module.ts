import { Module } from '@nestjs/common';
import { PicturesModule } from '../pictures/pictures.module.js';
import { AddRealmEmoji } from './add-realm-emoji.js';
import { DeactivateRealmEmoji } from './deactivate-realm-emoji.js';
import { EmojiController } from './emoji.controller.js';
import { GetRealmEmoji } from './get-realm-emoji.js';

@Module({
  imports: [PicturesModule],
  controllers: [EmojiController],
  providers: [AddRealmEmoji, DeactivateRealmEmoji, GetRealmEmoji],
})
export class EmojiModule {}

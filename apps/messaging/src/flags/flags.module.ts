import { Module } from '@nestjs/common';
import { FlagsController } from './flags.controller.js';
import { UpdateFlagsForNarrow } from './update-flags-for-narrow.js';
import { UpdateMessageFlags } from './update-message-flags.js';

@Module({
  controllers: [FlagsController],
  providers: [UpdateFlagsForNarrow, UpdateMessageFlags],
})
export class FlagsModule {}

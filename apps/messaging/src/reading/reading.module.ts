import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { GetMessage } from './get-message.js';
import { GetMessages } from './get-messages.js';
import { GetReadReceipts } from './get-read-receipts.js';
import { MatchNarrow } from './match-narrow.js';
import { ReadAccess } from './read-access.js';
import { ReadingController } from './reading.controller.js';

@Module({
  controllers: [ReadingController],
  providers: [GetMessage, GetMessages, GetReadReceipts, MatchNarrow, OrganizationAddresses, ReadAccess],
  exports: [ReadAccess],
})
export class ReadingModule {}

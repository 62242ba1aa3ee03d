import { Module } from '@nestjs/common';
import { CreateLinkifier } from './create-linkifier.js';
import { DeleteLinkifier } from './delete-linkifier.js';
import { LinkifiersController } from './linkifiers.controller.js';
import { ListLinkifiers } from './list-linkifiers.js';
import { ReorderLinkifiers } from './reorder-linkifiers.js';
import { UpdateLinkifier } from './update-linkifier.js';

@Module({
  controllers: [LinkifiersController],
  providers: [CreateLinkifier, DeleteLinkifier, ListLinkifiers, ReorderLinkifiers, UpdateLinkifier],
})
export class LinkifiersModule {}

import { Module } from '@nestjs/common';
import { CreateDrafts } from './create-drafts.js';
import { DeleteDraft } from './delete-draft.js';
import { DraftsController } from './drafts.controller.js';
import { EditDraft } from './edit-draft.js';
import { ListDrafts } from './list-drafts.js';

@Module({
  controllers: [DraftsController],
  providers: [CreateDrafts, DeleteDraft, EditDraft, ListDrafts],
})
export class DraftsModule {}

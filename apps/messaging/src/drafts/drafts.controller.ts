import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { createDrafts, deleteDraft, editDraft, listDrafts } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { CreateDrafts } from './create-drafts.js';
import { DeleteDraft } from './delete-draft.js';
import { EditDraft } from './edit-draft.js';
import { ListDrafts } from './list-drafts.js';

@Controller()
export class DraftsController {
  constructor(
    private readonly list: ListDrafts,
    private readonly creation: CreateDrafts,
    private readonly editing: EditDraft,
    private readonly deletion: DeleteDraft,
  ) {}

  @Serves(listDrafts)
  listDrafts(call: CallOf<typeof listDrafts>) {
    return this.list.execute(call.caller);
  }

  @Serves(createDrafts)
  createDrafts(call: CallOf<typeof createDrafts>) {
    return this.creation.execute(call.caller, call.params);
  }

  @Serves(editDraft)
  editDraft(call: CallOf<typeof editDraft>) {
    return this.editing.execute(call.caller, call.params);
  }

  @Serves(deleteDraft)
  deleteDraft(call: CallOf<typeof deleteDraft>) {
    return this.deletion.execute(call.caller, call.params);
  }
}

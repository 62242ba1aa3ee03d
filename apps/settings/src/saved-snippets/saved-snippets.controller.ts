import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { createSavedSnippet, deleteSavedSnippet, getSavedSnippets, updateSavedSnippet } from '@parley/contracts/settings';
import { Serves } from '@parley/rpc';
import { CreateSavedSnippet } from './create-saved-snippet.js';
import { DeleteSavedSnippet } from './delete-saved-snippet.js';
import { GetSavedSnippets } from './get-saved-snippets.js';
import { UpdateSavedSnippet } from './update-saved-snippet.js';

@Controller()
export class SavedSnippetsController {
  constructor(
    private readonly listing: GetSavedSnippets,
    private readonly creating: CreateSavedSnippet,
    private readonly updating: UpdateSavedSnippet,
    private readonly deleting: DeleteSavedSnippet,
  ) {}

  @Serves(getSavedSnippets)
  getSavedSnippets(call: CallOf<typeof getSavedSnippets>) {
    return this.listing.execute(call);
  }

  @Serves(createSavedSnippet)
  createSavedSnippet(call: CallOf<typeof createSavedSnippet>) {
    return this.creating.execute(call);
  }

  @Serves(updateSavedSnippet)
  updateSavedSnippet(call: CallOf<typeof updateSavedSnippet>) {
    return this.updating.execute(call);
  }

  @Serves(deleteSavedSnippet)
  deleteSavedSnippet(call: CallOf<typeof deleteSavedSnippet>) {
    return this.deleting.execute(call);
  }
}

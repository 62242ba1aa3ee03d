import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { type deleteSavedSnippet, savedSnippetDeleted } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { SavedSnippetsRepository } from './saved-snippets.repository.js';

/** DELETE /saved_snippets/{saved_snippet_id} */
@Injectable()
export class DeleteSavedSnippet {
  constructor(
    private readonly eventLog: EventLog,
    private readonly snippets: SavedSnippetsRepository,
  ) {}

  async execute({ caller, params }: CallOf<typeof deleteSavedSnippet>): Promise<OutputOf<typeof deleteSavedSnippet>> {
    await this.eventLog.change(caller.organizationId, async (tx, log) => {
      const snippet = await this.snippets.find(tx, caller, params.saved_snippet_id);
      if (snippet === undefined) throw apiErrors.noSuchSavedSnippet();
      await this.snippets.remove(tx, caller, snippet.id);
      log.append(savedSnippetDeleted, { userId: caller.userId, snippetId: snippet.id });
    });
    return {};
  }
}

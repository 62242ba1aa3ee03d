import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { savedSnippetUpdated, type updateSavedSnippet } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { SavedSnippetsRepository } from './saved-snippets.repository.js';
import { snippetContent, snippetTitle } from './snippet-text.js';

/** PATCH /saved_snippets/{saved_snippet_id}. If nothing changes, no event is logged. */
@Injectable()
export class UpdateSavedSnippet {
  constructor(
    private readonly eventLog: EventLog,
    private readonly snippets: SavedSnippetsRepository,
  ) {}

  async execute({ caller, params }: CallOf<typeof updateSavedSnippet>): Promise<OutputOf<typeof updateSavedSnippet>> {
    const changes = {
      ...(params.title === undefined ? {} : { title: snippetTitle(params.title) }),
      ...(params.content === undefined ? {} : { content: snippetContent(params.content) }),
    };
    await this.eventLog.change(caller.organizationId, async (tx, log) => {
      const known = await this.snippets.find(tx, caller, params.saved_snippet_id);
      if (known === undefined) throw apiErrors.noSuchSavedSnippet();
      const snippet = { ...known, ...changes };
      if (snippet.title === known.title && snippet.content === known.content) return;
      await this.snippets.update(tx, caller, snippet);
      log.append(savedSnippetUpdated, { userId: caller.userId, snippet });
    });
    return {};
  }
}

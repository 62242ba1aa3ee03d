import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { type createSavedSnippet, savedSnippetCreated } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { SavedSnippetsRepository } from './saved-snippets.repository.js';
import { snippetContent, snippetTitle } from './snippet-text.js';

const MAX_SNIPPETS = 1000;

/** POST /saved_snippets */
@Injectable()
export class CreateSavedSnippet {
  constructor(
    private readonly eventLog: EventLog,
    private readonly snippets: SavedSnippetsRepository,
  ) {}

  async execute({ caller, params }: CallOf<typeof createSavedSnippet>): Promise<OutputOf<typeof createSavedSnippet>> {
    const text = { title: snippetTitle(params.title), content: snippetContent(params.content) };
    return this.eventLog.change(caller.organizationId, async (tx, log) => {
      if ((await this.snippets.count(tx, caller)) >= MAX_SNIPPETS) throw apiErrors.tooManySavedSnippets({ limit: MAX_SNIPPETS });
      const snippet = await this.snippets.insert(tx, caller, text);
      log.append(savedSnippetCreated, { userId: caller.userId, snippet });
      return { saved_snippet_id: snippet.id };
    });
  }
}

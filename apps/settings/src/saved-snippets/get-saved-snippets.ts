import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { getSavedSnippets } from '@parley/contracts/settings';
import { Database } from '@parley/persistence';
import { SavedSnippetsRepository } from './saved-snippets.repository.js';

/** GET /saved_snippets */
@Injectable()
export class GetSavedSnippets {
  constructor(
    private readonly database: Database,
    private readonly snippets: SavedSnippetsRepository,
  ) {}

  async execute({ caller }: CallOf<typeof getSavedSnippets>): Promise<OutputOf<typeof getSavedSnippets>> {
    return { saved_snippets: await this.snippets.list(this.database.direct, caller) };
  }
}

import { Module } from '@nestjs/common';
import { CreateSavedSnippet } from './create-saved-snippet.js';
import { DeleteSavedSnippet } from './delete-saved-snippet.js';
import { GetSavedSnippets } from './get-saved-snippets.js';
import { SavedSnippetsController } from './saved-snippets.controller.js';
import { SavedSnippetsRepository } from './saved-snippets.repository.js';
import { UpdateSavedSnippet } from './update-saved-snippet.js';

@Module({
  controllers: [SavedSnippetsController],
  providers: [CreateSavedSnippet, DeleteSavedSnippet, GetSavedSnippets, SavedSnippetsRepository, UpdateSavedSnippet],
})
export class SavedSnippetsModule {}

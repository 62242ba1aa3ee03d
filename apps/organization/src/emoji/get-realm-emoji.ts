import { Injectable } from '@nestjs/common';
import type { Caller, OutputOf } from '@parley/contracts';
import type { getRealmEmoji } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { realmEmojiObjects } from './realm-emoji-objects.js';

@Injectable()
export class GetRealmEmoji {
  constructor(private readonly database: Database) {}

  async execute({ organizationId }: Caller): Promise<OutputOf<typeof getRealmEmoji>> {
    return { emoji: await realmEmojiObjects(this.database.direct, organizationId) };
  }
}

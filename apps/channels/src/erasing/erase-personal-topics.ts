import { Injectable } from '@nestjs/common';
import { erasableUser } from '@parley/access';
import type { InputOf } from '@parley/contracts';
import type { erasePersonalTopics } from '@parley/contracts/channels';
import { Database } from '@parley/persistence';
import { deleteTopicsOf } from './erasing.repository.js';

/** Deletes which topics a deactivated user follows and mutes. They have no client that has to know. */
@Injectable()
export class ErasePersonalTopics {
  constructor(private readonly database: Database) {}

  /** @throws noSuchUser @throws accountActive */
  async execute({ organizationId, userId }: InputOf<typeof erasePersonalTopics>): Promise<Record<string, never>> {
    await this.database.transaction(async (tx) => {
      await erasableUser(tx, organizationId, userId);
      await deleteTopicsOf(tx, organizationId, userId);
    });
    return {};
  }
}

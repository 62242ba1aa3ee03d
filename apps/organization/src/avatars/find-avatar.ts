import { Injectable } from '@nestjs/common';
import { type Caller, type findAvatar, type InputOf, type OutputOf, UNKNOWN_AVATAR_URL, type Visitor } from '@parley/contracts';
import { Database, namedUser } from '@parley/persistence';
import { avatarUrlOf, mediumAvatarUrlOf } from '@parley/policies';

@Injectable()
export class FindAvatar {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller | Visitor, { user: idOrEmail, isMedium }: InputOf<typeof findAvatar>): Promise<OutputOf<typeof findAvatar>> {
    const user = 'userId' in caller ? await namedUser(this.database.client, caller, idOrEmail) : undefined;
    if (user === undefined) return { url: UNKNOWN_AVATAR_URL };
    return { url: isMedium ? mediumAvatarUrlOf(user) : avatarUrlOf(user) };
  }
}

import { Injectable } from '@nestjs/common';
import { avatarUrlOf, mediumAvatarUrlOf, namedUser } from '@parley/access';
import type { Caller, InputOf, OutputOf, Visitor } from '@parley/contracts';
import { type findAvatar, UNKNOWN_AVATAR_URL } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';

@Injectable()
export class FindAvatar {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller | Visitor, { user: idOrEmail, isMedium }: InputOf<typeof findAvatar>): Promise<OutputOf<typeof findAvatar>> {
    const user = 'userId' in caller ? await namedUser(this.database.direct, caller, idOrEmail) : undefined;
    if (user === undefined) return { url: UNKNOWN_AVATAR_URL };
    return { url: isMedium ? mediumAvatarUrlOf(user) : avatarUrlOf(user) };
  }
}

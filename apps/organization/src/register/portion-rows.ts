import { type Profiles, profilesBetween, type UserRecord, usersBetween } from '@parley/access';
import type { SqlReader } from '@parley/persistence';
import type { PeoplePortion } from './people-portions.repository.js';

/** One after the other, a hundred thousand people would be a thousand statements. Parsing the rows of so many portions takes some milliseconds. */
const PORTIONS_AT_ONCE = 5;
const NO_PROFILES: Profiles = new Map();

export interface People {
  readonly users: readonly UserRecord[];
  readonly profiles: Profiles;
}

/** Reads the rows of portions in one snapshot, each with some that follow, because those are mostly needed next. */
export class PortionRows {
  private people: People = { users: [], profiles: NO_PROFILES };
  private lastId = 0;
  private firstId = 0;

  constructor(
    private readonly sql: SqlReader,
    private readonly portions: readonly PeoplePortion[],
    private readonly of: { readonly organizationId: number; readonly withProfiles: boolean },
  ) {}

  async read(portion: PeoplePortion): Promise<People> {
    if (portion.firstId < this.firstId || portion.lastId > this.lastId) await this.readFrom(portion);
    const { users, profiles } = this.people;
    return { users: users.filter(({ id }) => portion.firstId <= id && id <= portion.lastId), profiles };
  }

  private async readFrom({ firstId, lastId }: PeoplePortion): Promise<void> {
    const { organizationId, withProfiles } = this.of;
    const from = this.portions.findIndex((portion) => portion.firstId === firstId);
    const until = this.portions[Math.min(from + PORTIONS_AT_ONCE, this.portions.length) - 1]?.lastId ?? lastId;
    const profiles = withProfiles ? await profilesBetween(this.sql, organizationId, firstId, until) : NO_PROFILES;
    this.people = { users: await usersBetween(this.sql, organizationId, firstId, until), profiles };
    this.firstId = firstId;
    this.lastId = until;
  }
}

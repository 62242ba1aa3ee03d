import { Injectable } from '@nestjs/common';
import { selectProfiles, selectUsers, toProfiles, userFactsOf } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { selectOrganizationPosition } from '@parley/event-log';
import { Database, type SqlReader, selectTogether, wantedIf } from '@parley/persistence';
import { RawJson } from '@parley/rpc';
import { isUnderTest } from '@parley/runtime';
import { LRUCache } from 'lru-cache';
import { asRoleSees, hasOwnEntry, type SharedView, shownTo, withOwnEntry } from './own-entry.js';
import { type PeoplePortion, selectPeoplePortions } from './people-portions.repository.js';
import { PortionRows } from './portion-rows.js';
import { PortionTexts } from './portion-texts.js';

/** As in SerializedUserCache: all of an organization of 100,000 must have room. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Of all organizations together. One has some 200 people. */
const MAX_PORTIONS = 20_000;
/** Everybody of an organization of 100,000 is read for the first time in two seconds, on a slow machine in some more. */
const TRANSACTION_MS = 20_000;

/** Only tests compare what is kept with what the database has. */
const isCompared = isUnderTest();

type View = Omit<SharedView, 'role'>;
interface Listing {
  readonly caller: Caller;
  readonly view: SharedView;
  /** Of the newest event of the organization service. */
  readonly position: string;
  readonly rows: OwnRows;
}
type OwnRows = Awaited<ReturnType<typeof readOwn>>;

/**
 * The list of all users and bots, as JSON, for viewers who may see everyone. It is the same for all viewers whose roles see the same email
 * addresses, except for their own entry, so it is kept in portions until the organization service logs an event
 * (docs/adr/0050-lists-of-a-hundred-thousand-people.md).
 */
@Injectable()
export class MemberLists {
  private readonly texts = new PortionTexts<RawJson>({ maxBytes: MAX_BYTES, bytesOf: ({ size }) => size });
  private readonly portions = new LRUCache<string, readonly PeoplePortion[]>({
    maxSize: MAX_PORTIONS,
    sizeCalculation: ({ length }) => 1 + length,
  });

  constructor(private readonly database: Database) {}

  async read(caller: Caller, view: View): Promise<RawJson> {
    const listing = listingOf(caller, view, await readOwn(this.database.direct, caller, { view, withPortions: false }));
    const kept = this.kept(listing);
    if (kept !== undefined && isCompared) await this.checkCurrent(listing, kept);
    return kept ?? this.readAll(caller, view).then(({ list }) => list);
  }

  private kept(listing: Listing): RawJson | undefined {
    const portions = this.portions.get(listing.position);
    if (portions === undefined) return undefined;
    const texts = portions.map((portion) => this.texts.find(keyOf(listing, portion)));
    return texts.every((text) => text !== undefined) ? listOf(listing, portions, texts) : undefined;
  }

  /** In a snapshot of its own, because a text must show exactly the version of the rows that it is kept by. */
  private readAll(caller: Caller, view: View): Promise<{ list: RawJson; position: string }> {
    const read = async (tx: SqlReader) => {
      const listing = listingOf(caller, view, await readOwn(tx, caller, { view, withPortions: true }));
      const { position, rows } = listing;
      const people = new PortionRows(tx, rows.portions, { organizationId: caller.organizationId, withProfiles: view.withProfileData });
      const texts: RawJson[] = [];
      for (const portion of rows.portions)
        texts.push(await this.texts.get(keyOf(listing, portion), () => serialized(people, listing, portion)));
      this.portions.set(position, rows.portions);
      return { list: listOf(listing, rows.portions, texts), position };
    };
    return this.database.transaction(read, { isolation: 'RepeatableRead', timeoutMs: TRANSACTION_MS });
  }

  /** @throws Error if a user changed without an event of this service */
  private async checkCurrent({ caller, view, position }: Listing, kept: RawJson): Promise<void> {
    const now = await this.readAll(caller, view);
    if (now.position === position && !now.list.toBuffer().equals(kept.toBuffer())) {
      throw new Error('changed without an event of the organization service: users');
    }
  }
}

interface ReadOptions {
  readonly view: View;
  readonly withPortions: boolean;
}

/** In one statement, so that all show the same state. */
function readOwn(reader: SqlReader, { organizationId, userId }: Caller, { view, withPortions }: ReadOptions) {
  return selectTogether(reader, {
    positions: selectOrganizationPosition(organizationId),
    me: selectUsers(organizationId, [userId]),
    profile: wantedIf(view.withProfileData, selectProfiles(organizationId, [userId])),
    portions: wantedIf(withPortions, selectPeoplePortions(organizationId)),
  });
}

function listingOf(caller: Caller, view: View, rows: OwnRows): Listing {
  const [position] = rows.positions;
  if (position === undefined) throw new Error(`organization ${caller.organizationId} has no counter`);
  return {
    caller,
    view: { ...view, role: caller.role },
    position: [caller.organizationId, position.incarnation, position.seq].join(' '),
    rows,
  };
}

function keyOf({ caller, view }: Listing, { firstId, lastId, version, visibilities }: PeoplePortion): string {
  const shown = shownTo(view.role, visibilities);
  return [caller.organizationId, firstId, lastId, version, shown, view.clientGravatar, view.withProfileData].join(' ');
}

async function serialized(people: PortionRows, { view }: Listing, portion: PeoplePortion): Promise<RawJson> {
  const { users, profiles } = await people.read(portion);
  const listed = users.filter((user) => !user.isSystemBot);
  return RawJson.of(listed.map((user) => asRoleSees(userFactsOf(user, profiles.get(user.id)), view))).shared();
}

function listOf({ caller, view, rows }: Listing, portions: readonly PeoplePortion[], texts: readonly RawJson[]): RawJson {
  const [me] = rows.me;
  if (me === undefined || !hasOwnEntry(me, view)) return RawJson.concatenated(texts);
  const isMine = (index: number) => {
    const portion = portions[index];
    return portion !== undefined && portion.firstId <= me.id && me.id <= portion.lastId;
  };
  const profile = toProfiles(rows.profile).get(caller.userId);
  return RawJson.concatenated(texts.map((text, index) => (isMine(index) ? withOwnEntry(text, view, me, profile) : text)));
}

import { Injectable } from '@nestjs/common';
import { buildUserObject, type Caller, rolesThatSeeEmail, type UserFacts } from '@parley/contracts';
import {
  type PeoplePortion,
  peoplePortions,
  profilesBetween,
  profilesOf,
  type Tx,
  type UserRecord,
  userFactsOf,
  usersBetween,
} from '@parley/persistence';
import { JsonText } from '@parley/rpc';
import { LRUCache } from 'lru-cache';
import { concatenateLists, type ListForm, type PeopleLists, writeLists } from './people-lists.js';

const MOST_BYTES = 64 * 1024 * 1024;

/** What of the reader the lists depend on. */
type Reader = Pick<Caller, 'organizationId' | 'role'> & ListForm;

/**
 * The people of organizations as those read them who may see everybody, kept as they are written. They are most of a registration, and the same
 * for all of one role but for one's own entry. What is kept of a portion of them is used while PostgreSQL shows the same versions of its rows.
 */
@Injectable()
export class WrittenPeople {
  private readonly kept = new LRUCache<string, PeopleLists>({ maxSize: MOST_BYTES, sizeCalculation: bytesOf });

  async read(tx: Tx, reader: Reader, me: UserRecord): Promise<PeopleLists> {
    const lists: PeopleLists[] = [];
    for (const portion of await peoplePortions(tx, reader.organizationId)) {
      const shown = await this.portion(tx, reader, portion);
      const isMine = portion.firstId <= me.id && me.id <= portion.lastId;
      lists.push(isMine ? await withOwnEntry(tx, shown, reader, me) : shown);
    }
    return concatenateLists(lists);
  }

  private async portion(tx: Tx, reader: Reader, { firstId, lastId, version }: PeoplePortion): Promise<PeopleLists> {
    const { organizationId, role, clientGravatar, asksForPictures } = reader;
    const key = [organizationId, firstId, lastId, version, role, clientGravatar, asksForPictures].join(' ');
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const profiles = await profilesBetween(tx, organizationId, firstId, lastId);
    const users = await usersBetween(tx, organizationId, firstId, lastId);
    const lists = writeLists(users, reader, (user) => asRoleSees(userFactsOf(user, profiles.get(user.id)), reader));
    this.kept.set(key, lists);
    return lists;
  }
}

function asRoleSees(user: UserFacts, { role, clientGravatar }: Reader) {
  const seesDeliveryEmail = rolesThatSeeEmail(user.emailAddressVisibility).includes(role);
  return buildUserObject(user, { clientGravatar, withProfileData: true, seesDeliveryEmail });
}

/** People see their own address, whoever else does. */
async function withOwnEntry(tx: Tx, lists: PeopleLists, reader: Reader, me: UserRecord): Promise<PeopleLists> {
  if (!me.isActive || me.isSystemBot || rolesThatSeeEmail(me.emailAddressVisibility).includes(reader.role)) return lists;
  const profiles = await profilesOf(tx, reader.organizationId, [me.id]);
  const facts = userFactsOf(me, profiles.get(me.id));
  const own = buildUserObject(facts, { clientGravatar: reader.clientGravatar, withProfileData: true, seesDeliveryEmail: true });
  return { ...lists, realm_users: lists.realm_users.replaced(JsonText.of(asRoleSees(facts, reader)), JsonText.of(own)) };
}

function bytesOf(lists: PeopleLists): number {
  return lists.realm_users.size + lists.realm_non_active_users.size + lists.cross_realm_bots.size;
}

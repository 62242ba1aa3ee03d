import { Injectable } from '@nestjs/common';
import { profilesBetween, profilesOf, type UserRecord, userFactsOf, usersBetween } from '@parley/access';
import { buildUserObject } from '@parley/client-events';
import type { Caller } from '@parley/contracts';
import { rolesThatSeeEmail, type UserFacts } from '@parley/contracts/organization';
import { type Tx } from '@parley/persistence';
import { RawJson } from '@parley/rpc';
import { LRUCache } from 'lru-cache';
import { type PeoplePortion, peoplePortions } from './people-portions.repository.js';
import { concatenateLists, type ListForm, serializeLists, type UserLists } from './user-lists.js';

const MAX_BYTES = 64 * 1024 * 1024;

/** What the lists depend on. */
type Reader = Pick<Caller, 'organizationId' | 'role'> & ListForm;

/**
 * Caches the serialized user lists for viewers who may see everyone. They are the largest part of a registration, and the same for all
 * viewers of one role, except for the viewer's own entry. A cached part is used while the row versions in PostgreSQL are the same.
 */
@Injectable()
export class SerializedUserCache {
  private readonly cache = new LRUCache<string, UserLists>({ maxSize: MAX_BYTES, sizeCalculation: bytesOf });

  async read(tx: Tx, reader: Reader, me: UserRecord): Promise<UserLists> {
    const lists: UserLists[] = [];
    for (const portion of await peoplePortions(tx, reader.organizationId)) {
      const shown = await this.portion(tx, reader, portion);
      const isMine = portion.firstId <= me.id && me.id <= portion.lastId;
      lists.push(isMine ? await withOwnEntry(tx, shown, reader, me) : shown);
    }
    return concatenateLists(lists);
  }

  private async portion(tx: Tx, reader: Reader, { firstId, lastId, version }: PeoplePortion): Promise<UserLists> {
    const { organizationId, role, clientGravatar, loadsAvatars } = reader;
    const key = [organizationId, firstId, lastId, version, role, clientGravatar, loadsAvatars].join(' ');
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached;
    const profiles = await profilesBetween(tx, organizationId, firstId, lastId);
    const users = await usersBetween(tx, organizationId, firstId, lastId);
    const lists = serializeLists(users, reader, (user) => asRoleSees(userFactsOf(user, profiles.get(user.id)), reader));
    this.cache.set(key, lists);
    return lists;
  }
}

function asRoleSees(user: UserFacts, { role, clientGravatar }: Reader) {
  const seesDeliveryEmail = rolesThatSeeEmail(user.emailAddressVisibility).includes(role);
  return buildUserObject(user, { clientGravatar, withProfileData: true, seesDeliveryEmail });
}

/** Users always see their own email address, even if it is hidden from others. */
async function withOwnEntry(tx: Tx, lists: UserLists, reader: Reader, me: UserRecord): Promise<UserLists> {
  if (!me.isActive || me.isSystemBot || rolesThatSeeEmail(me.emailAddressVisibility).includes(reader.role)) return lists;
  const profiles = await profilesOf(tx, reader.organizationId, [me.id]);
  const facts = userFactsOf(me, profiles.get(me.id));
  const own = buildUserObject(facts, { clientGravatar: reader.clientGravatar, withProfileData: true, seesDeliveryEmail: true });
  return { ...lists, realm_users: lists.realm_users.replaced(RawJson.of(asRoleSees(facts, reader)), RawJson.of(own)) };
}

function bytesOf(lists: UserLists): number {
  return lists.realm_users.size + lists.realm_non_active_users.size + lists.cross_realm_bots.size;
}

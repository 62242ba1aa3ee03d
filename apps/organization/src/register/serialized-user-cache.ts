import { Injectable } from '@nestjs/common';
import { profilesBetween, profilesOf, type UserRecord, userFactsOf, usersBetween } from '@parley/access';
import { buildUserObject } from '@parley/client-events';
import type { Caller } from '@parley/contracts';
import { rolesThatSeeEmail, type UserFacts } from '@parley/contracts/organization';
import type { SqlReader } from '@parley/persistence';
import { RawJson } from '@parley/rpc';
import { LRUCache } from 'lru-cache';
import type { PeoplePortion } from './people-portions.repository.js';
import { concatenateLists, type ListForm, serializeLists, type UserLists } from './user-lists.js';

const MAX_BYTES = 64 * 1024 * 1024;

/** What the lists depend on. */
type Viewer = Pick<Caller, 'organizationId' | 'role'> & ListForm;

/**
 * Caches the serialized user lists for viewers who may see everyone. They are the largest part of a registration, and the same for all
 * viewers of one role, except for the viewer's own entry. A cached part is used while the row versions in PostgreSQL are the same.
 */
@Injectable()
export class SerializedUserCache {
  private readonly cache = new LRUCache<string, UserLists>({ maxSize: MAX_BYTES, sizeCalculation: bytesOf });

  async read(sql: SqlReader, viewer: Viewer, portions: readonly PeoplePortion[], me: UserRecord): Promise<UserLists> {
    const lists: UserLists[] = [];
    for (const portion of portions) {
      const shown = await this.portion(sql, viewer, portion);
      const isMine = portion.firstId <= me.id && me.id <= portion.lastId;
      lists.push(isMine ? await withOwnEntry(sql, shown, viewer, me) : shown);
    }
    return concatenateLists(lists);
  }

  private async portion(sql: SqlReader, viewer: Viewer, { firstId, lastId, version }: PeoplePortion): Promise<UserLists> {
    const { organizationId, role, clientGravatar, loadsAvatars } = viewer;
    const key = [organizationId, firstId, lastId, version, role, clientGravatar, loadsAvatars].join(' ');
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached;
    const profiles = await profilesBetween(sql, organizationId, firstId, lastId);
    const users = await usersBetween(sql, organizationId, firstId, lastId);
    const lists = serializeLists(users, viewer, (user) => asRoleSees(userFactsOf(user, profiles.get(user.id)), viewer));
    const shared = { ...lists, realm_users: lists.realm_users.shared(), realm_non_active_users: lists.realm_non_active_users.shared() };
    this.cache.set(key, shared);
    return shared;
  }
}

function asRoleSees(user: UserFacts, { role, clientGravatar }: Viewer) {
  const seesDeliveryEmail = rolesThatSeeEmail(user.emailAddressVisibility).includes(role);
  return buildUserObject(user, { clientGravatar, withProfileData: true, seesDeliveryEmail });
}

/** Users always see their own email address, even if it is hidden from others. */
async function withOwnEntry(sql: SqlReader, lists: UserLists, viewer: Viewer, me: UserRecord): Promise<UserLists> {
  if (!me.isActive || me.isSystemBot || rolesThatSeeEmail(me.emailAddressVisibility).includes(viewer.role)) return lists;
  const profiles = await profilesOf(sql, viewer.organizationId, [me.id]);
  const facts = userFactsOf(me, profiles.get(me.id));
  const own = buildUserObject(facts, { clientGravatar: viewer.clientGravatar, withProfileData: true, seesDeliveryEmail: true });
  return { ...lists, realm_users: lists.realm_users.replaced(RawJson.of(asRoleSees(facts, viewer)), RawJson.of(own)) };
}

function bytesOf(lists: UserLists): number {
  return lists.realm_users.size + lists.realm_non_active_users.size + lists.cross_realm_bots.size;
}

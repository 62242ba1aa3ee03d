import { Injectable } from '@nestjs/common';
import { profilesOf, type UserRecord, userFactsOf } from '@parley/access';
import type { Caller } from '@parley/contracts';
import type { SqlReader } from '@parley/persistence';
import { asRoleSees, hasOwnEntry, type SharedView, shownTo, withOwnEntry } from './own-entry.js';
import type { PeoplePortion } from './people-portions.repository.js';
import { PortionRows } from './portion-rows.js';
import { PortionTexts } from './portion-texts.js';
import { concatenateLists, type ListForm, serializeLists, type UserLists } from './user-lists.js';

/** An organization of 100,000 takes about 40 MB. If it had no room, nothing of it would be kept, because its portions are always used in turn. */
const MAX_BYTES = 128 * 1024 * 1024;

/** What the lists depend on. */
type Viewer = Pick<Caller, 'organizationId' | 'role'> & ListForm;

/**
 * Caches the serialized user lists for viewers who may see everyone. They are the largest part of a registration, and the same for all
 * viewers whose roles see the same email addresses, except for the viewer's own entry. A cached part is used while the row versions in
 * PostgreSQL are the same.
 */
@Injectable()
export class SerializedUserCache {
  private readonly texts = new PortionTexts<UserLists>({ maxBytes: MAX_BYTES, bytesOf });

  async read(sql: SqlReader, viewer: Viewer, portions: readonly PeoplePortion[], me: UserRecord): Promise<UserLists> {
    const lists: UserLists[] = [];
    const rows = new PortionRows(sql, portions, { organizationId: viewer.organizationId, withProfiles: true });
    for (const portion of portions) {
      const shown = await this.portion(rows, viewer, portion);
      const isMine = portion.firstId <= me.id && me.id <= portion.lastId;
      lists.push(isMine ? await withMe(sql, shown, viewer, me) : shown);
    }
    return concatenateLists(lists);
  }

  private portion(rows: PortionRows, viewer: Viewer, portion: PeoplePortion): Promise<UserLists> {
    const { organizationId, role, clientGravatar, loadsAvatars } = viewer;
    const { firstId, lastId, version, visibilities } = portion;
    const key = [organizationId, firstId, lastId, version, shownTo(role, visibilities), clientGravatar, loadsAvatars].join(' ');
    return this.texts.get(key, () => this.serialize(rows, viewer, portion));
  }

  private async serialize(rows: PortionRows, viewer: Viewer, portion: PeoplePortion): Promise<UserLists> {
    const { users, profiles } = await rows.read(portion);
    const lists = serializeLists(users, viewer, (user) => asRoleSees(userFactsOf(user, profiles.get(user.id)), viewOf(viewer)));
    return { ...lists, realm_users: lists.realm_users.shared(), realm_non_active_users: lists.realm_non_active_users.shared() };
  }
}

/** Lists of a registration contain profile data. */
function viewOf({ role, clientGravatar }: Viewer): SharedView {
  return { role, clientGravatar, withProfileData: true };
}

async function withMe(sql: SqlReader, lists: UserLists, viewer: Viewer, me: UserRecord): Promise<UserLists> {
  const view = viewOf(viewer);
  if (!me.isActive || !hasOwnEntry(me, view)) return lists;
  const profiles = await profilesOf(sql, viewer.organizationId, [me.id]);
  return { ...lists, realm_users: withOwnEntry(lists.realm_users, view, me, profiles.get(me.id)) };
}

function bytesOf(lists: UserLists): number {
  return lists.realm_users.size + lists.realm_non_active_users.size + lists.cross_realm_bots.size;
}

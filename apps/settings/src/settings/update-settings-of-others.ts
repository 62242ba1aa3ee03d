import { Injectable } from '@nestjs/common';
import { groupsById, groupsOfUsers, usersOf } from '@parley/access';
import { apiErrors, type Caller, type InputOf, isAdministrator } from '@parley/contracts';
import { settingChanges, settingsChanged, type TargetUsers, USER_SETTINGS, type updateSettings } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { changesOf, type Difference, differences } from './differences.js';
import { logInherited } from './log-inherited.js';
import { SettingsRepository, type StoredSettings } from './settings.repository.js';

type Params = InputOf<typeof updateSettings>;

/** Users who get the same changes. */
interface Batch {
  readonly differing: readonly Difference[];
  readonly userIds: number[];
}

const MAX_USERS_PER_EVENT = 1000;
const PERSONAL_PARAMETERS = ['full_name', 'email', 'old_password', 'new_password'] as const;

/** PATCH /settings with `target_users`: an administrator changes settings of many users at once. */
@Injectable()
export class UpdateSettingsOfOthers {
  constructor(
    private readonly eventLog: EventLog,
    private readonly settings: SettingsRepository,
  ) {}

  async execute(caller: Caller, params: Params, target: TargetUsers): Promise<void> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    const changes = settingChanges(params);
    const isPrivate = Object.entries(USER_SETTINGS).some(([name, setting]) => name in changes && setting.isPrivate);
    if (isPrivate || PERSONAL_PARAMETERS.some((name) => params[name] !== undefined)) {
      throw apiErrors.settingNotOfOthers();
    }
    await this.eventLog.change(organizationId, async (tx, log) => {
      const people = await this.settings.read(tx, organizationId, await targetIds(tx, organizationId, target));
      const skipEdited = target.skip_if_already_edited === true;
      for (const { differing, userIds } of batches(people, (person) => {
        const found = differences(person.values, changes);
        return skipEdited ? found.filter(({ name }) => !person.ownEdits.has(name)) : found;
      })) {
        await this.settings.write(tx, organizationId, userIds, { changes: changesOf(differing), ownEdits: [] });
        for (let start = 0; start < userIds.length; start += MAX_USERS_PER_EVENT) {
          log.append(settingsChanged, { userIds: userIds.slice(start, start + MAX_USERS_PER_EVENT), changes: [...differing] });
        }
        await logInherited(tx, log, { organizationId, userIds, differing });
      }
    });
  }
}

/** Includes deactivated users, so that the settings apply when they are reactivated. Bots have no settings. */
async function targetIds(tx: Tx, organizationId: number, { user_ids = [], group_ids = [] }: TargetUsers): Promise<number[]> {
  if (user_ids.length === 0 && group_ids.length === 0) {
    throw apiErrors.noTargetUsers();
  }
  const users = new Map((await usersOf(tx, organizationId)).map((user) => [user.id, user]));
  const unknown = user_ids.find((id) => !users.has(id));
  if (unknown !== undefined) throw apiErrors.invalidUserId({ id: unknown });
  const members = group_ids.length === 0 ? [] : await membersOf(tx, organizationId, group_ids, [...users.keys()]);
  return [...new Set([...user_ids, ...members])].filter((id) => users.get(id)?.isBot === false);
}

async function membersOf(tx: Tx, organizationId: number, groupIds: readonly number[], userIds: readonly number[]): Promise<number[]> {
  const known = await groupsById(tx, organizationId, groupIds);
  const usable = new Set(known.filter((group) => group.name !== null && !group.isDeactivated).map((group) => group.id));
  const unknown = groupIds.find((id) => !usable.has(id));
  if (unknown !== undefined) throw apiErrors.invalidUserGroupId({ id: unknown });
  return [...(await groupsOfUsers(tx, organizationId, userIds, groupIds)).keys()];
}

/** Groups users who get the same changes. Users without changes are in no group. */
function batches(people: readonly StoredSettings[], differingOf: (person: StoredSettings) => Difference[]): Batch[] {
  const byNames = new Map<string, Batch>();
  for (const person of people) {
    const differing = differingOf(person);
    if (differing.length === 0) continue;
    const key = differing.map(({ name }) => name).join();
    const known = byNames.get(key);
    if (known === undefined) byNames.set(key, { differing, userIds: [person.userId] });
    else known.userIds.push(person.userId);
  }
  return [...byNames.values()];
}

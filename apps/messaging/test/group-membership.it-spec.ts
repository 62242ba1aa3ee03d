import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { groupsOfUser, isFullMember, readViewer, SYSTEM_GROUPS, systemGroupIncludes } from '@parley/access';
import { ALL_ROLES, ROLES } from '@parley/contracts';
import { Rows, type TestDatabase, testDatabase } from '@parley/testing';

let stores: TestDatabase;
let rows: Rows;
beforeAll(async () => {
  stores = await testDatabase();
  rows = new Rows(stores.database);
});
afterAll(() => stores.close());

const DAY_MS = 24 * 3600 * 1000;

describe('membership in system groups in SQL', () => {
  it('agrees with the policy, for every role, and for new and old accounts', async () => {
    const waitingPeriodDays = 3;
    const organization = await rows.organization({ waiting_period_threshold: waitingPeriodDays });
    for (const role of ALL_ROLES) {
      for (const ageDays of [1, 10]) {
        const joinedAt = new Date(Date.now() - ageDays * DAY_MS);
        const user = await rows.user(organization, { role, joinedAt });
        const standing = { role, isFullMember: isFullMember(role, joinedAt, waitingPeriodDays, new Date()) };
        const expected = SYSTEM_GROUPS.filter((group) => systemGroupIncludes(group, standing)).map((group) => organization.groups[group]);
        const found = await groupsOfUser(stores.database.client, organization.id, user.id, Object.values(organization.groups));
        expect([...found].sort()).toEqual(expected.sort());
      }
    }
  });
});

describe('membership in other groups', () => {
  it('includes subgroups and system groups, ends at cycles, and stays within the organization', async () => {
    const organization = await rows.organization();
    const elsewhere = await rows.organization();
    const ann = await rows.user(organization);
    const moderator = await rows.user(organization, { role: ROLES.moderator });
    const inner = await rows.group(organization, { members: [ann.id], subgroups: [organization.groups['role:moderators']] });
    const outer = await rows.group(organization, { subgroups: [inner] });
    const foreign = await rows.group(elsewhere, {});
    await stores.database.client.userGroupSubgroup.create({ data: { groupId: inner, subgroupId: outer, organizationId: organization.id } });
    for (const user of [ann, moderator]) {
      const { groupIds } = await readViewer(stores.database.client, user.caller);
      expect(groupIds).toEqual(expect.arrayContaining([inner, outer]));
      expect(groupIds).not.toContain(foreign);
    }
  });
});

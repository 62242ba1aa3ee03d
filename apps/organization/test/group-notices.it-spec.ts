import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userById } from '@parley/access';
import type { Notice } from '@parley/contracts/messaging';
import { heardNotices } from '@parley/testing';
import { GroupSuite } from './group-suite.js';

let groups: GroupSuite;
beforeAll(async () => {
  groups = await GroupSuite.open();
});
afterAll(() => groups.suite.close());

/** Waits for this many notices at the stub of messaging, and returns them. */
async function received(count: number): Promise<readonly Notice[]> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const notices = heardNotices.get(groups.home.id) ?? [];
    if (notices.length >= count) return notices;
    if (Date.now() > deadline) throw new Error(`received only ${notices.length} of ${count} notices`);
    await wait(20);
  }
}

describe('the notification bot', () => {
  it('notifies users whom someone else added to a group or removed from it, but not of their own changes', async () => {
    const { creator, member, third } = groups;
    const name = groups.fresh();
    const bot = await groups.suite.account(groups.home, { botOwnerId: member.userId });
    const id = await groups.group({ name, members: [third.userId] });
    await groups.changeMembers(id, { add: [creator.userId] });
    await groups.changeMembers(id, { add: [member.userId, bot.userId], delete: [third.userId] });
    const actor = await userById(groups.database.client, groups.home.id, creator.userId);
    const who = `@_**${actor?.fullName}|${creator.userId}**`;
    expect((await received(2)).map(({ to, content }) => ({ to, content }))).toEqual([
      { to: { userId: member.userId }, content: `${who} added you to the group @_*${name}*.` },
      { to: { userId: third.userId }, content: `${who} removed you from the group @_*${name}*.` },
    ]);
  });
});

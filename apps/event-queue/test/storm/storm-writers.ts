import { ROLES } from '@parley/contracts';
import type { EventLog } from '@parley/event-log';
import { adminsNotified, joined, left, roleChanged, sent } from './storm-events.js';

const CYCLE = [ROLES.administrator, ROLES.member, ROLES.guest] as const;

const pick = <T>(from: readonly T[]): T => {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

/**
 * Change state and log events, several at once, until stopped: sends, joins and leaves (often of one pair), role changes, events for
 * administrators.
 */
export class StormWriters {
  private stopped = false;
  private n = 0;
  acknowledged = 0;
  private readonly lives: Promise<void>[];

  constructor(
    private readonly log: EventLog,
    private readonly organizationId: number,
    private readonly users: readonly number[],
    private readonly channels: readonly number[],
    atOnce: number,
  ) {
    this.lives = Array.from({ length: atOnce }, () => this.write());
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.lives);
  }

  private async write(): Promise<void> {
    while (!this.stopped) {
      const what = Math.random();
      if (what < 0.5) await this.send();
      else if (what < 0.85) await this.toggleSubscription();
      else if (what < 0.95) await this.changeRole();
      else await this.tellAdmins();
      this.acknowledged += 1;
    }
  }

  private send(): Promise<void> {
    const payload = { channelId: pick(this.channels), n: this.n++ };
    return this.log.change(this.organizationId, async (_, log) => log.append(sent, payload));
  }

  private toggleSubscription(): Promise<void> {
    const { organizationId } = this;
    // Half of them change the same pair.
    const userId = Math.random() < 0.5 ? pick(this.users.slice(0, 1)) : pick(this.users);
    const channelId = Math.random() < 0.5 ? pick(this.channels.slice(0, 1)) : pick(this.channels);
    return this.log.change(organizationId, async (tx, log) => {
      const key = { userId_channelId_organizationId: { userId, channelId, organizationId } };
      const row = await tx.subscription.findUnique({ where: key });
      const active = row?.active !== true;
      await tx.subscription.upsert({
        where: key,
        create: { userId, channelId, organizationId, active, color: '#76ce90' },
        update: { active },
      });
      if (!active) return log.append(left, { userId, channelId });
      const members = await tx.subscription.findMany({ where: { channelId, active: true }, select: { userId: true } });
      log.append(joined, { userId, channelId, members: members.map((member) => member.userId) });
    });
  }

  private changeRole(): Promise<void> {
    const [userId, role] = [pick(this.users), pick(CYCLE)];
    return this.log.change(this.organizationId, async (tx, log) => {
      await tx.userAccount.update({ where: { id: userId }, data: { role } });
      log.append(roleChanged, { userId, role });
    });
  }

  private tellAdmins(): Promise<void> {
    return this.log.change(this.organizationId, async (_, log) => log.append(adminsNotified, { n: this.n++ }));
  }
}

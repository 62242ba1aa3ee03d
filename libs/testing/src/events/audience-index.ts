import type { Audience, IndexChange, QueueView } from '@parley/client-events';
import { isRole, type Role } from '@parley/contracts';
import type { Database } from '@parley/persistence';

/** The fan-out index as a plain model: roles and subscriptions of users at one position in the log. */
export class AudienceIndex {
  private constructor(
    private readonly roles: Map<number, Role>,
    private readonly subscribers: Map<number, Set<number>>,
    private ended = new Set<number>(),
  ) {}

  /** From the current rows. */
  static async read(database: Database, organizationId: number): Promise<AudienceIndex> {
    const users = await database.client.userAccount.findMany({
      where: { organizationId, isActive: true },
      select: { id: true, role: true },
    });
    const subscriptions = await database.client.subscription.findMany({ where: { organizationId, active: true } });
    const roles = new Map<number, Role>();
    for (const { id, role } of users) if (isRole(role)) roles.set(id, role);
    const index = new AudienceIndex(roles, new Map());
    for (const { userId, channelId } of subscriptions) index.of(channelId).add(userId);
    return index;
  }

  /** A copy, so that the same events can be folded for several queues. */
  copy(): AudienceIndex {
    const subscribers = [...this.subscribers].map(([channelId, users]) => [channelId, new Set(users)] as const);
    return new AudienceIndex(new Map(this.roles), new Map(subscribers), new Set(this.ended));
  }

  reaches(audience: Audience, queue: QueueView): boolean {
    const { userId } = queue;
    if (this.ended.has(userId) || audience.except?.includes(userId)) return false;
    const role = this.roles.get(userId);
    return (
      (audience.users?.includes(userId) ?? false) ||
      (audience.channels?.some((channelId) => this.of(channelId).has(userId)) ?? false) ||
      (role !== undefined && (audience.roles?.includes(role) ?? false)) ||
      (audience.publicChannel !== undefined && queue.allPublicStreams && !this.of(audience.publicChannel).has(userId))
    );
  }

  apply(change: IndexChange): void {
    switch (change.kind) {
      case 'subscribe':
        for (const channelId of change.channelIds) for (const userId of change.userIds) this.of(channelId).add(userId);
        return;
      case 'unsubscribe':
        for (const channelId of change.channelIds) for (const userId of change.userIds) this.of(channelId).delete(userId);
        return;
      case 'role':
        this.roles.set(change.userId, change.role);
        return;
      case 'end-queues':
        for (const userId of change.userIds) this.ended.add(userId);
        return;
      case 'end-organization':
        this.ended = new Set(this.roles.keys());
        return;
    }
  }

  private of(channelId: number): Set<number> {
    const known = this.subscribers.get(channelId) ?? new Set<number>();
    this.subscribers.set(channelId, known);
    return known;
  }
}

import type { EventsRequest } from './events-request.js';

type Hold = { readonly request: EventsRequest };

/** The held polls of browser sessions by organization, so that a change of a person costs nothing for the polls of all others. */
export class SessionHolds<T extends Hold> {
  private readonly byOrganization = new Map<number, Set<T>>();

  /** Ignores polls that are not of a session. */
  add(hold: T): void {
    const { organizationId, isOfSession } = hold.request;
    if (isOfSession !== true) return;
    const holds = this.byOrganization.get(organizationId);
    if (holds === undefined) this.byOrganization.set(organizationId, new Set([hold]));
    else holds.add(hold);
  }

  delete(hold: T): void {
    const { organizationId } = hold.request;
    const holds = this.byOrganization.get(organizationId);
    if (holds?.delete(hold) === true && holds.size === 0) this.byOrganization.delete(organizationId);
  }

  /** `userIds` null: of the whole organization. */
  of(organizationId: number, userIds: readonly number[] | null): T[] {
    const holds = this.byOrganization.get(organizationId);
    return holds === undefined ? [] : [...holds].filter(({ request }) => userIds?.includes(request.userId) ?? true);
  }

  /** How many organizations have such polls. */
  get size(): number {
    return this.byOrganization.size;
  }
}

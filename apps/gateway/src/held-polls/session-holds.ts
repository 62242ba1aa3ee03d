import type { EventsRequest } from './events-request.js';

type Hold = { readonly request: EventsRequest };

/** The held polls of browser sessions and API tokens by organization, so that a change of a person costs nothing for the polls of all others. */
export class SessionHolds<T extends Hold> {
  private readonly byOrganization = new Map<number, Set<T>>();

  /** Ignores polls of API keys. */
  add(hold: T): void {
    const { organizationId, mayEnd } = hold.request;
    if (mayEnd !== true) return;
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

import { Injectable } from '@nestjs/common';
import { countPeople, guestsSeeEverybody } from '@parley/access';
import { organizationSettings } from '@parley/contracts/organization';
import { type PresenceTimings, presenceTimings } from '@parley/contracts/settings';
import { Database, organizationById } from '@parley/persistence';
import { LRUCache } from 'lru-cache';

export interface PresenceRules {
  readonly isDisabled: boolean;
  readonly guestsSeeEverybody: boolean;
  readonly timings: PresenceTimings;
}

/** Only the order of magnitude of an organization's size matters. */
const SIZE_CACHE_MS = 5 * 60_000;
const MAX_ORGANIZATIONS = 10_000;

/** How presence works in an organization, depending on its settings and size. */
@Injectable()
export class ReadPresenceRules {
  private readonly sizes = new LRUCache<number, number>({ max: MAX_ORGANIZATIONS, ttl: SIZE_CACHE_MS });

  constructor(private readonly database: Database) {}

  async execute(organizationId: number): Promise<PresenceRules> {
    const reader = this.database.direct;
    const organization = await organizationById(reader, organizationId);
    if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
    return {
      isDisabled: organizationSettings(organization.settings).presence_disabled,
      guestsSeeEverybody: await guestsSeeEverybody(reader, organization),
      timings: presenceTimings(await this.size(organizationId)),
    };
  }

  private async size(organizationId: number): Promise<number> {
    const known = this.sizes.get(organizationId);
    if (known !== undefined) return known;
    const people = await countPeople(this.database.direct, organizationId);
    this.sizes.set(organizationId, people);
    return people;
  }
}

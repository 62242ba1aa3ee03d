import { type DefaultChannelGroupObject, defaultChannelGroupObject } from '@parley/contracts/channels';
import { Prisma } from '../generated/client.js';
import type { SqlReader } from '../rows.js';
import { select, selectRows } from '../selects.js';

/** The groups of default channels in wire format, by name. */
export function selectDefaultChannelGroups(organizationId: number) {
  return select(
    defaultChannelGroupObject,
    Prisma.sql`
      SELECT id, name, description, channel_ids AS streams FROM default_channel_group
      WHERE organization_id = ${organizationId} ORDER BY name_key`,
  );
}

export function defaultChannelGroups(reader: SqlReader, organizationId: number): Promise<DefaultChannelGroupObject[]> {
  return selectRows(reader, selectDefaultChannelGroups(organizationId));
}

import { Inject, Injectable } from '@nestjs/common';
import type { Caller, InputOf } from '@parley/contracts';
import { type RegisterOptions, type registerParts, wantsFetched } from '@parley/contracts/event-queue';
import { organizationSettings } from '@parley/contracts/organization';
import { presenceTimings } from '@parley/contracts/settings';
import type { OrganizationRecord, SqlReader } from '@parley/persistence';
import { RawJson } from '@parley/rpc';
import { CONFIG, OrganizationAddresses } from '@parley/runtime';
import { LRUCache } from 'lru-cache';
import { availableProviders, type CallsConfig } from '../calls/video-chat-providers.js';
import type { OrganizationConfig } from '../config.js';
import { writtenUserGroups } from '../groups/user-group-objects.js';
import { CONFIGURATION_GROUPS } from './configuration-fields.js';
import { configuredFields, publicConfiguration } from './configured-fields.js';
import type { PeoplePortion } from './people-portions.repository.js';
import { type PermissionValues, permissionValues } from './permission-values.js';
import { realmFields, serverFields } from './realm-fields.js';
import { readSharedRows, type SharedRows } from './registration-rows.repository.js';

type Params = InputOf<typeof registerParts.organization>;

/** The part of a registration that is the same for all users of an organization. */
export interface SharedPart {
  readonly organization: OrganizationRecord;
  /** Undefined if no requested field needs them. */
  readonly permissions: PermissionValues | undefined;
  /** All fields except the lists of people. */
  readonly fields: RawJson;
  readonly portions: readonly PeoplePortion[];
}

const MAX_BYTES = 32 * 1024 * 1024;
/** Approximate memory of an entry in addition to its text. */
const ENTRY_BYTES = 4_096;
/** With a waiting period, members become full members as time passes, without an event. */
const MAX_AGE_WITH_WAITING_PERIOD_MS = 60_000;

/**
 * Caches shared parts while they are current: until the organization service logs the next event of the organization. Each change of
 * their content logs an event in the same transaction (docs/adr/0036-shared-part-of-a-registration.md).
 */
@Injectable()
export class SharedFields {
  private readonly cache = new LRUCache<string, SharedPart>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ fields, portions }) => ENTRY_BYTES * (1 + portions.length / 16) + fields.size,
  });

  constructor(
    private readonly addresses: OrganizationAddresses,
    @Inject(CONFIG) private readonly config: CallsConfig & Pick<OrganizationConfig, 'PUSH_SERVICES' | 'SMTP_URL' | 'WEB_PUSH_PUBLIC_KEY'>,
  ) {}

  /** The cached part. Undefined if none is current in the snapshot of the registration. */
  kept(caller: Caller, params: Params): SharedPart | undefined {
    const key = keyOf(caller, params);
    return key === undefined ? undefined : this.cache.get(key);
  }

  /** Reads the part in the snapshot, and caches it. */
  async read(reader: SqlReader, caller: Caller, params: Params): Promise<SharedPart> {
    const { options } = params;
    const rows = await readSharedRows(reader, caller.organizationId, options, true);
    const part = this.partOf(rows, options, {
      ...configuredFields(rows, options),
      ...(wantsFetched(options, 'realm_user_groups') && {
        realm_user_groups: writtenUserGroups(
          rows.namedGroups,
          rows.groupsInSettings,
          options.capabilities.include_deactivated_groups === true,
        ),
      }),
    });
    const key = keyOf(caller, params);
    const { waiting_period_threshold } = organizationSettings(part.organization.settings);
    const ttl = waiting_period_threshold > 0 ? { ttl: MAX_AGE_WITH_WAITING_PERIOD_MS } : {};
    if (key !== undefined) this.cache.set(key, part, ttl);
    return part;
  }

  /** The fields for visitors who are not logged in. */
  forSpectator(rows: SharedRows, options: RegisterOptions): SharedPart {
    return this.partOf(rows, options, publicConfiguration(rows, options));
  }

  private partOf(rows: SharedRows, options: RegisterOptions, fields: Readonly<Record<string, unknown>>): SharedPart {
    const organization = organizationOf(rows);
    const permissions = rows.groupsInSettings.length === 0 ? undefined : permissionValues(organization, rows.groupsInSettings);
    const parts = configurationOf(options);
    if (wantsFetched(options, 'realm') && permissions !== undefined) {
      parts.push(serverFields, RawJson.of(this.realm(organization, permissions, rows)));
    }
    return { organization, permissions, fields: RawJson.merged([...parts, RawJson.object(fields)]), portions: rows.portions };
  }

  private realm(organization: OrganizationRecord, permissions: PermissionValues, rows: SharedRows): Record<string, unknown> {
    const timings = presenceTimings(rows.people[0]?.count ?? 0);
    const { jitsi_server_url } = organizationSettings(organization.settings);
    return Object.assign(realmFields(organization, permissions, this.addresses), {
      realm_push_notifications_enabled: this.config.PUSH_SERVICES.length > 0,
      server_web_push_public_key: this.config.PUSH_SERVICES.includes('web') ? (this.config.WEB_PUSH_PUBLIC_KEY ?? null) : null,
      settings_send_digest_emails: this.config.SMTP_URL !== undefined,
      realm_available_video_chat_providers: availableProviders(this.config),
      server_jitsi_server_url: this.config.JITSI_SERVER_URL,
      jitsi_server_url: jitsi_server_url ?? this.config.JITSI_SERVER_URL,
      server_presence_ping_interval_seconds: timings.pingIntervalSeconds,
      server_presence_offline_threshold_seconds: timings.offlineThresholdSeconds,
    });
  }
}

/** Undefined if the call does not contain the position of the log, which callers of earlier versions omit. Then nothing is cached. */
function keyOf({ organizationId }: Caller, { organizationPosition, options }: Params): string | undefined {
  if (organizationPosition === undefined) return undefined;
  const { fetchEventTypes, capabilities } = options;
  return JSON.stringify([organizationId, organizationPosition.incarnation, organizationPosition.seq, fetchEventTypes, capabilities]);
}

function organizationOf({ organization: [organization] }: SharedRows): OrganizationRecord {
  if (organization === undefined) throw new Error('the organization of the registration does not exist');
  return organization;
}

function configurationOf(options: RegisterOptions): RawJson[] {
  return CONFIGURATION_GROUPS.filter(([group]) => wantsFetched(options, group)).map(([, fields]) => fields);
}

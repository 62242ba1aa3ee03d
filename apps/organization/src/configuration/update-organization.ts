import { Inject, Injectable } from '@nestjs/common';
import { groupsInSettings } from '@parley/access';
import { apiErrors, type CallOf, enforce, type OutputOf, refuseTokens } from '@parley/contracts';
import { callersChanged, organizationUpdated, type updateOrganization } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { organizationById, type Tx } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { CONFIG, OrganizationAddresses } from '@parley/runtime';
import { type CallsConfig, isAvailable } from '../calls/video-chat-providers.js';
import type { Change } from '../change.js';
import { FreshProof } from '../credentials/fresh-proof.js';
import { refuseLockOut } from '../lock-out/refuse-lock-out.js';
import { permissionValues } from '../register/permission-values.js';
import { realmFields } from '../register/realm-fields.js';
import { Configuration, type ConfigurationChange } from './configuration.js';
import { withGuestAccess } from './guest-access.js';
import { configurationRefusal, isForOwners } from './organization-configuration.policy.js';
import { withFullMembers } from './with-full-members.js';

const PREFIX = 'realm_';

/**
 * Updates the settings of the organization. The event is the difference between its registration before and after, so it includes
 * deprecated fields that are derived from the settings. Values that do not change log no event.
 */
@Injectable()
export class UpdateOrganization {
  constructor(
    private readonly eventLog: EventLog,
    private readonly addresses: OrganizationAddresses,
    private readonly configuration: Configuration,
    private readonly bus: Bus,
    private readonly proof: FreshProof,
    @Inject(CONFIG) private readonly config: CallsConfig,
  ) {}

  async execute({ caller, params }: CallOf<typeof updateOrganization>): Promise<OutputOf<typeof updateOrganization>> {
    const requested = Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    enforce(configurationRefusal(caller.role, requested));
    // How people sign in, who may join, and who may read all channels. A token could open them for other accounts.
    if (requested.some(isForOwners)) refuseTokens(caller);
    if (requested.some(isForOwners)) await this.proof.check(caller);
    const { video_chat_provider: provider } = params;
    if (typeof provider === 'number' && !isAvailable(this.config, provider)) throw apiErrors.invalidValue({ name: 'video_chat_provider' });
    const { organizationId } = caller;
    const answer = await this.eventLog.change(organizationId, async (tx, log) => {
      const before = await this.registered(tx, organizationId);
      const wanted = await this.configuration.changeOf(tx, organizationId, params);
      await this.apply({ tx, log, organizationId }, wanted);
      if (wanted.names.has('authentication_methods')) await refuseLockOut(tx, organizationId, caller.userId);
      const after = await this.registered(tx, organizationId);
      const changed = Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
      if (changed.length === 0) return {};
      const changes = changed.map(([name, value]) => ({ property: name.slice(PREFIX.length), value }));
      log.append(organizationUpdated, { changes });
      return Object.fromEntries(
        changes.filter(({ property }) => requested.includes(property)).map(({ property, value }) => [property, value]),
      );
    });
    // Also if the value did not change: the process may have died between an earlier change and its broadcast.
    if (params.api_keys_allowed !== undefined) this.bus.publish(callersChanged, { organizationId, userIds: null, keysChanged: true });
    else if (params.require_second_factor_from !== undefined) this.bus.publish(callersChanged, { organizationId, userIds: null });
    return answer;
  }

  private async apply(change: Change, wanted: ConfigurationChange): Promise<void> {
    const write = () => this.configuration.write(change.tx, change.organizationId, wanted);
    const withMembers = () => (wanted.names.has('waiting_period_threshold') ? withFullMembers(change, write) : write());
    await (wanted.names.has('can_access_all_users_group') ? withGuestAccess(change, this.addresses, withMembers) : withMembers());
  }

  /** The fields of a registration that describe the organization. */
  private async registered(tx: Tx, organizationId: number): Promise<Readonly<Record<string, unknown>>> {
    const organization = await organizationById(tx, organizationId);
    if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
    const fields = realmFields(organization, permissionValues(organization, await groupsInSettings(tx, organizationId)), this.addresses);
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith(PREFIX)));
  }
}

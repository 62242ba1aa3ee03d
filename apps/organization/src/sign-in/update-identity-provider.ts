import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import { callersChanged, type updateIdentityProvider } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { FreshProof } from '../credentials/fresh-proof.js';
import { refuseLockOut } from '../lock-out/refuse-lock-out.js';
import { organizationOf } from '../organization-of.js';
import { changesConnection, checkProvider, refuseOtherIdentity } from './check-provider.js';
import { linkedAccounts, putSecret, updateProvider } from './identity-providers.repository.js';
import { existingProvider, refuseOthers } from './owners.js';
import { ProviderObjects } from './provider-objects.js';
import { ProviderSecrets } from './provider-secrets.js';
import { endSessionsOfProvider } from './provider-sessions.repository.js';
import { SignInMethods } from './sign-in-methods.js';

type Call = CallOf<typeof updateIdentityProvider>;

/** Without passwords, an owner can change the connection of a provider only if they can also sign in through another one: a mistake locks no owner out. */
@Injectable()
export class UpdateIdentityProvider {
  constructor(
    private readonly eventLog: EventLog,
    private readonly proof: FreshProof,
    private readonly bus: Bus,
    private readonly secrets: ProviderSecrets,
    private readonly methods: SignInMethods,
    private readonly objects: ProviderObjects,
  ) {}

  async execute({ caller, params }: Call): Promise<OutputOf<typeof updateIdentityProvider>> {
    refuseOthers(caller);
    await this.proof.check(caller);
    const { organizationId } = caller;
    const { ended, answer } = await this.eventLog.change(organizationId, async (tx, log) => {
      const { id, isRisky } = await this.change(tx, { caller, params });
      await refuseLockOut(tx, organizationId, caller.userId, isRisky ? id : null);
      await this.methods.refresh({ tx, log, organizationId });
      const after = await existingProvider(tx, organizationId, id);
      const over = after.isEnabled ? [] : await endSessionsOfProvider(tx, organizationId, { providerId: id });
      const organization = await organizationOf(tx, organizationId);
      const linked = await linkedAccounts(tx, organizationId);
      return { ended: over, answer: this.objects.of(organization, after, linked.get(id)) };
    });
    if (ended.length > 0) this.bus.publish(callersChanged, { organizationId, userIds: ended });
    return answer;
  }

  /** `isRisky`: people may not be able to sign in through it any more. */
  private async change(tx: Tx, { caller, params }: Pick<Call, 'caller' | 'params'>): Promise<{ id: string; isRisky: boolean }> {
    const { organizationId } = caller;
    const { name, config, secret, is_enabled: isEnabled } = params;
    const before = await existingProvider(tx, organizationId, params.provider_id);
    const { id, kind } = before;
    const settings = config === undefined ? before.settings : await checkProvider(tx, organizationId, kind, config);
    refuseOtherIdentity(kind, before.settings, settings);
    await updateProvider(tx, organizationId, { ...before, name: name ?? before.name, isEnabled: isEnabled ?? before.isEnabled, settings });
    if (secret !== undefined) await putSecret(tx, organizationId, id, this.secrets.seal(organizationId, id, secret));
    return { id, isRisky: secret !== undefined || changesConnection(kind, before.settings, settings) };
  }
}

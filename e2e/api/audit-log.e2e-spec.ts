import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getAuditLog } from '@parley/contracts/organization';
import { ENDPOINTS } from '@parley/contracts/registry';
import { updateSettings } from '@parley/contracts/settings';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { ExampleShell } from '../clients/example-shell.js';
import { fileAt } from '../clients/run-script.js';

const PERSONAL = 'people write, read and sort it for themselves';
const ORDER = 'sorts what is shown; no permission follows from it';
const NOTHING = 'changes nothing that lasts';
const SIGNED_OUT = 'takes away what a login gave, which is in the audit log';

/** A change of what all users of the demo organization share would disturb other tests. Others need a mail. */
const ELSEWHERE = {
  signIn: 'e2e/api/single-sign-on.e2e-spec.ts',
  email: 'apps/organization/test/change-own-account.it-spec.ts',
  invitations: 'apps/invitations/test/daily-limit.it-spec.ts',
  organization: 'apps/organization/test/audit-log.it-spec.ts',
  password: 'apps/organization/test/reset-password.it-spec.ts',
  pictures: 'apps/organization/test/change-organization-pictures.it-spec.ts',
  secondFactor: 'apps/organization/test/second-factor.it-spec.ts',
  settings: 'apps/settings/test/update-settings.it-spec.ts',
} as const;

/** What each call writes into the audit log, where else that is tested, or why it writes nothing. A new endpoint that changes something belongs here. */
const CHANGES: Readonly<Record<string, { readonly kind: string } | { readonly testedBy: string } | { readonly because: string }>> = {
  addDefaultChannel: { kind: 'default_channel.created' },
  archiveChannel: { kind: 'channel.changed' },
  changeMutedTopics: { because: PERSONAL },
  createChannel: { kind: 'channel.created' },
  createDefaultChannelGroup: { kind: 'default_channel_group.created' },
  deleteDefaultChannelGroup: { kind: 'default_channel_group.removed' },
  updateDefaultChannelGroup: { kind: 'default_channel_group.changed' },
  updateDefaultChannelGroupChannels: { kind: 'default_channel_group.changed' },
  createChannelFolder: { because: ORDER },
  removeDefaultChannel: { kind: 'default_channel.removed' },
  reorderChannelFolders: { because: ORDER },
  setTopicVisibility: { because: PERSONAL },
  subscribe: { kind: 'channel.created' },
  unsubscribe: { because: PERSONAL },
  updateChannel: { kind: 'channel.changed' },
  updateChannelFolder: { because: ORDER },
  updateSubscriptionProperties: { because: PERSONAL },
  updateSubscriptionProperty: { because: PERSONAL },
  updateSubscriptions: { because: PERSONAL },

  acceptInvitation: { kind: 'invitation.created' },
  createMultiuseInvitation: { kind: 'invitation.created' },
  resendInvitation: { testedBy: ELSEWHERE.invitations },
  revokeInvitation: { kind: 'invitation.changed' },
  revokeMultiuseInvitation: { kind: 'invitation.changed' },
  sendInvitations: { kind: 'invitation.created' },

  addRealmEmoji: { kind: 'emoji.created' },
  confirmEmailChange: { testedBy: ELSEWHERE.email },
  confirmTotp: { testedBy: ELSEWHERE.secondFactor },
  createApiToken: { kind: 'api_token.created' },
  createProvisioningToken: { kind: 'api_token.created' },
  revokeProvisioningToken: { kind: 'api_token.removed' },
  createIdentityProvider: { kind: 'identity_provider.created' },
  deleteIdentityProvider: { testedBy: ELSEWHERE.signIn },
  testIdentityProvider: { because: NOTHING },
  unlinkIdentity: { testedBy: ELSEWHERE.signIn },
  updateIdentityProvider: { kind: 'identity_provider.changed' },
  createBot: { kind: 'user.created' },
  createZoomCall: { because: 'it changes nothing here' },
  createDomain: { kind: 'domain.created' },
  createLinkifier: { kind: 'linkifier.created' },
  createPlayground: { kind: 'playground.created' },
  createProfileField: { kind: 'profile_field.created' },
  createUser: { kind: 'user.created' },
  createUserGroup: { kind: 'group.created' },
  deactivateBot: { kind: 'user.changed' },
  deactivateMe: { kind: 'user.changed' },
  deactivateRealmEmoji: { kind: 'emoji.changed' },
  deactivateUser: { kind: 'user.changed' },
  deactivateUserGroup: { kind: 'group.changed' },
  deleteAvatar: { because: PERSONAL },
  deleteDomain: { kind: 'domain.removed' },
  deleteLinkifier: { kind: 'linkifier.removed' },
  deleteOrganizationIcon: { testedBy: ELSEWHERE.pictures },
  deleteOrganizationLogo: { testedBy: ELSEWHERE.pictures },
  deletePlayground: { kind: 'playground.removed' },
  deleteProfileData: { because: PERSONAL },
  deleteProfileField: { kind: 'profile_field.removed' },
  devFetchApiKey: { because: 'only in the demo' },
  endOtherSessions: { because: SIGNED_OUT },
  endSession: { because: SIGNED_OUT },
  fetchApiKey: { kind: 'login.succeeded' },
  findOrganizations: { because: NOTHING },
  reactivateUser: { kind: 'user.changed' },
  regenerateApiKey: { kind: 'api_key.changed' },
  regenerateBotApiKey: { kind: 'api_key.changed' },
  removeBotStorage: { because: PERSONAL },
  removeTotp: { testedBy: ELSEWHERE.secondFactor },
  renewRecoveryCodes: { testedBy: ELSEWHERE.secondFactor },
  resetSecondFactor: { testedBy: ELSEWHERE.secondFactor },
  startTotp: { because: NOTHING },
  revokeApiToken: { kind: 'api_token.removed' },
  reorderLinkifiers: { because: ORDER },
  reorderProfileFields: { because: ORDER },
  requestPasswordReset: { because: NOTHING },
  resetPassword: { testedBy: ELSEWHERE.password },
  updateBot: { kind: 'user.changed' },
  updateBotStorage: { because: PERSONAL },
  updateDomain: { kind: 'domain.changed' },
  updateLinkifier: { kind: 'linkifier.changed' },
  updateOrganization: { testedBy: ELSEWHERE.organization },
  updateProfileData: { because: PERSONAL },
  updateProfileField: { kind: 'profile_field.changed' },
  updateSession: { because: PERSONAL },
  updateUser: { kind: 'user.changed' },
  updateUserGroup: { kind: 'group.changed' },
  updateUserGroupMembers: { kind: 'group_members.added' },
  updateUserGroupSubgroups: { kind: 'group_subgroups.added' },
  uploadAvatar: { because: PERSONAL },
  uploadOrganizationIcon: { testedBy: ELSEWHERE.pictures },
  uploadOrganizationLogo: { testedBy: ELSEWHERE.pictures },

  addApnsToken: { because: PERSONAL },
  addFcmToken: { because: PERSONAL },
  addWebPushSubscription: { because: PERSONAL },
  createNavigationView: { because: PERSONAL },
  createSavedSnippet: { because: PERSONAL },
  deleteNavigationView: { because: PERSONAL },
  deleteSavedSnippet: { because: PERSONAL },
  markOnboardingStep: { because: PERSONAL },
  registerClientDevice: { because: PERSONAL },
  registerPushDevice: { because: PERSONAL },
  removeApnsToken: { because: PERSONAL },
  removeClientDevice: { because: PERSONAL },
  removeFcmToken: { because: PERSONAL },
  removeWebPushSubscription: { because: PERSONAL },
  reportPresence: { because: PERSONAL },
  sendEncryptedTestNotification: { because: PERSONAL },
  sendTestNotification: { because: PERSONAL },
  setOwnStatus: { because: PERSONAL },
  setUserStatus: { because: PERSONAL },
  updateDisplaySettings: { because: PERSONAL },
  updateNavigationView: { because: PERSONAL },
  updateNotificationSettings: { because: PERSONAL },
  updateSavedSnippet: { because: PERSONAL },
  updateSettingDefaults: { testedBy: ELSEWHERE.settings },
  updateSettings: { because: 'mostly personal; names and passwords are tested below' },
};
/** Their calls are about messages and event queues only. */
const WITHOUT_CHANGES = ['messaging', 'event-queue'];

const world = new World();
const owner = world.as(world.owner);
const shell = new ExampleShell(world);
beforeAll(() => shell.open());
afterAll(async () => {
  shell.close();
  await closeConnections();
});

const newest = async () => (await owner.ok(getAuditLog, { limit: 1_000 })).entries;

describe('the audit log over HTTP', () => {
  it('is decided for every endpoint that changes something', () => {
    const changing = ENDPOINTS.filter(({ method, service }) => method !== 'GET' && !WITHOUT_CHANGES.includes(service));
    expect(Object.keys(CHANGES).sort()).toEqual(changing.map(({ name }) => name).sort());
  });

  it('is tested for the others where they are tested', () => {
    for (const file of Object.values(ELSEWHERE)) expect(readFileSync(fileAt(file), 'utf8')).toMatch(/auditedDuring\(|getAuditLog/);
  });

  const audited = Object.entries(CHANGES).flatMap(([name, change]) => ('kind' in change ? [[name, change.kind] as const] : []));
  it.each(audited)('has what %s changes: %s', async (name, kind) => {
    const requestId = `audit-${randomUUID()}`;
    await shell.run(name, `curl() { command curl -H 'X-Request-Id: ${requestId}' "$@"; }`);
    const kinds = (await newest()).filter(({ request_id }) => request_id === requestId).map((entry) => entry.kind);
    expect(kinds).toContainEqual(expect.stringMatching(new RegExp(`^${kind.replace('.', '\\.')}`)));
  });

  it('has names and passwords that people change themselves', async () => {
    const person = await world.newcomer();
    await world
      .as(person)
      .ok(updateSettings, { full_name: world.fresh('Renamed'), old_password: person.password, new_password: 'staple battery horse' });
    const own = (await owner.ok(getAuditLog, { actor_id: person.user_id })).entries;
    expect(own.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['user.changed', 'password.changed']));
    expect(JSON.stringify(own)).not.toContain('staple battery horse');
  });

  it('is shown to owners only, and not to bots', async () => {
    for (const actor of [world.as(world.administrator), world.as(world.member), world.as(world.guest)])
      expect((await actor.call(getAuditLog, {})).body.msg).toBe('Must be an organization owner');
    expect((await world.as(world.bot).call(getAuditLog, {})).status).toBe(400);
    expect((await world.anybody().call(getAuditLog, {})).status).toBe(401);
  });

  it('has nothing of other organizations', async () => {
    const domainsOfDemo = (await newest()).map(({ request_id }) => request_id);
    const ofStranger = (await world.as(world.stranger).ok(getAuditLog, { limit: 1_000 })).entries;
    expect(ofStranger.filter(({ request_id }) => request_id !== null && domainsOfDemo.includes(request_id))).toEqual([]);
    expect((await world.as(world.stranger).ok(getAuditLog, { actor_id: world.member.user_id })).entries).toEqual([]);
  });

  it('refuses bad parameters by name', async () => {
    for (const [name, value] of [
      ['limit', 0],
      ['limit', 1_001],
      ['before', 'x'],
      ['since', -1],
      ['actor_id', 'me'],
      ['kind', ''],
    ] as const) {
      const { status, body } = await owner.call(getAuditLog, { [name]: value });
      expect([status, body.msg]).toEqual([400, expect.stringContaining(name)]);
    }
  });
});

import { answer, type CallExamples, GREEN_PIXEL } from '../call-example.js';

const me = answer('getMe', '.user_id');
/** Created by the example. */
const user_id = answer('createUser', '.user_id');
const email = 'zoe-{now}@demo.example';
const password = 'correct horse battery';
const asNewcomer = { email, apiKey: answer('fetchApiKey', '.api_key') };
const bot_id = answer('createBot', '.user_id');
export const asBot = { email: answer('listBots', '.bots.at(-1).username'), apiKey: answer('listBots', '.bots.at(-1).api_key') };
const provider_id = answer('createIdentityProvider', '.id');
const user_group_id = answer('createUserGroup', '.group_id');
const holiday = { status_text: 'on holiday', emoji_name: 'palm_tree' };

const IN_BROWSER = 'It needs a browser session.';

export const peopleCalls: CallExamples = {
  createUser: { params: { email, password, full_name: 'Zoe' } },
  fetchApiKey: { params: { username: email, password }, after: ['createUser'] },
  devFetchApiKey: { params: { username: 'iago@demo.example' } },
  devListUsers: { params: {} },
  confirmEmailChange: { params: { key: 'f00d' }, unable: 'The key is sent by email to the new address.' },
  requestPasswordReset: { params: { email: 'iago@demo.example' } },
  resetPassword: { params: { key: 'f00d', new_password: password }, unable: 'The key is sent by email.' },
  findOrganizations: { params: { email: 'iago@demo.example' } },
  regenerateApiKey: { params: {}, as: asNewcomer },
  listSessions: { params: {} },
  endSession: { params: { session_id: '6f1c0a52-3f0e-4b7b-9a53-b1f4f3f6f6d0' }, unable: 'A session begins in a browser.' },
  updateSession: {
    params: { session_id: '6f1c0a52-3f0e-4b7b-9a53-b1f4f3f6f6d0', name: 'At the reception' },
    unable: 'A session begins in a browser.',
  },
  endOtherSessions: { params: {} },
  getSecondFactor: { params: {} },
  startTotp: { params: {}, unable: IN_BROWSER },
  confirmTotp: { params: { totp_code: '492039' }, unable: IN_BROWSER },
  removeTotp: { params: {}, unable: IN_BROWSER },
  renewRecoveryCodes: { params: {}, unable: IN_BROWSER },
  resetSecondFactor: { params: { user_id: 12 }, unable: 'The user must have a second factor, which is set up in a browser.' },
  createApiToken: { params: { name: 'Build server', scopes: ['send'], expires_at: 4_102_444_800 } },
  listApiTokens: { params: {}, after: ['createApiToken'] },
  createProvisioningToken: { params: { name: 'Okta', expires_at: 4_102_444_800 } },
  listProvisioningTokens: { params: {}, after: ['createProvisioningToken'] },
  revokeProvisioningToken: { params: { provisioning_token_id: answer('createProvisioningToken', '.id') } },
  revokeApiToken: { params: { api_token_id: answer('createApiToken', '.id') } },
  createIdentityProvider: {
    params: {
      kind: 'oidc',
      name: 'Company account {now}',
      config: { issuer: 'https://id.example.com/realms/acme', client_id: 'parley', domains: ['acme.example'] },
      secret: 'correct-horse-battery-staple',
    },
  },
  listIdentityProviders: { params: {}, after: ['createIdentityProvider'] },
  updateIdentityProvider: { params: { provider_id, name: 'Our account {now}' } },
  testIdentityProvider: { params: { provider_id } },
  unlinkIdentity: { params: { provider_id, user_id: me }, unable: 'An identity is linked when a person signs in through the provider.' },
  deleteIdentityProvider: { params: { provider_id }, after: ['updateIdentityProvider', 'testIdentityProvider', 'listIdentityProviders'] },
  getUsers: { params: {} },
  getUser: { params: { user_id: me } },
  getMe: { params: {} },
  updateUser: { params: { user_id, full_name: 'Zoe Ångström' } },
  deactivateUser: { params: { user_id } },
  reactivateUser: { params: { user_id }, after: ['deactivateUser'] },
  deactivateMe: { params: {}, as: asNewcomer },
  uploadAvatar: { params: { file: GREEN_PIXEL } },
  deleteAvatar: { params: {} },
  createBot: { params: { full_name: 'Weather {now}', short_name: 'weather-{now}' } },
  listBots: { params: {}, after: ['createBot'] },
  updateBot: { params: { bot_id, full_name: 'Weather of {now}' } },
  getBotApiKey: { params: { bot_id } },
  regenerateBotApiKey: { params: { bot_id } },
  deactivateBot: { params: { bot_id } },
  getBotStorage: { params: { keys: ['counter'] }, as: asBot, after: ['updateBotStorage'] },
  updateBotStorage: { params: { storage: { counter: '7' } }, as: asBot },
  removeBotStorage: { params: { keys: ['counter'] }, as: asBot, after: ['updateBotStorage'] },
  createUserGroup: { params: { name: 'designers {now}', description: 'The design team', members: [me] } },
  getUserGroups: { params: {} },
  updateUserGroup: { params: { user_group_id, description: 'The product design team' } },
  deactivateUserGroup: { params: { user_group_id } },
  getUserGroupMembers: { params: { user_group_id } },
  updateUserGroupMembers: { params: { user_group_id, add: [user_id] } },
  getIsUserGroupMember: { params: { user_group_id, user_id: me } },
  getUserGroupSubgroups: { params: { user_group_id } },
  updateUserGroupSubgroups: { params: { user_group_id, add: [answer('getUserGroups', '.user_groups[2].id')] } },
  setOwnStatus: { params: holiday },
  setUserStatus: { params: { user_id, ...holiday } },
  getUserStatus: { params: { user_id: me }, after: ['setOwnStatus'] },
  reportPresence: { params: { status: 'active' } },
  getPresence: { params: { user_id_or_email: me }, after: ['reportPresence'] },
  listPresence: { params: {} },
};

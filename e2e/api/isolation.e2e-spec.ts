import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addRealmEmoji,
  createBot,
  createChannelFolder,
  createDomain,
  createDrafts,
  createLinkifier,
  createMultiuseInvitation,
  createNavigationView,
  createPlayground,
  createProfileField,
  createSavedSnippet,
  createUserGroup,
  ENDPOINTS,
  type Endpoint,
  getAttachments,
  getMe,
  listInvitations,
  listSubscriptions,
  registerClientDevice,
  registerQueue,
  requestPasswordReset,
  resetPassword,
  sendMessage,
  subscribe,
  uploadFile,
} from '@parley/contracts';
import { Actor } from '../client/actor.js';
import { type Demo, organizationOf, personOf, readDemo } from '../client/demo.js';
import { GREEN_PIXEL } from '../client/green-pixel.js';
import { closeConnections } from '../client/http.js';
import { Mailbox } from '../client/mailbox.js';

/** Ids that exist in the other organization, and ones that exist nowhere, by what they are ids of. */
interface Ids {
  readonly user: number;
  readonly email: string;
  readonly bot: number;
  readonly channel: number;
  readonly channelName: string;
  readonly message: number;
  readonly folder: number;
  readonly linkifier: number;
  readonly playground: number;
  readonly profileField: number;
  readonly domain: string;
  readonly queue: string;
  readonly group: number;
  readonly attachment: number;
  readonly emoji: string;
  /** As the address of an upload has them. */
  readonly uploadOrganization: number;
  readonly uploadFile: string;
  readonly draft: number;
  readonly snippet: number;
  readonly device: number;
  readonly fragment: string;
  readonly invitation: number;
}

const ABSENT: Ids = {
  user: 1_999_999_999,
  email: 'nobody.at.all@absent.example',
  bot: 1_999_999_995,
  channel: 1_999_999_998,
  channelName: 'a channel that is nowhere',
  message: 999_999_999_999,
  folder: 1_999_999_996,
  linkifier: 1_999_999_985,
  playground: 1_999_999_984,
  profileField: 1_999_999_983,
  domain: 'absent.example',
  queue: '00000000-0000-4000-8000-000000000000.1.1',
  group: 1_999_999_997,
  attachment: 1_999_999_995,
  emoji: 'nowhere',
  uploadOrganization: 999_999_994,
  uploadFile: `${'x'.repeat(24)}/a.txt`,
  draft: 1_999_999_995,
  snippet: 1_999_999_994,
  device: 1_999_999_993,
  invitation: 1_999_999_992,
  // Made anew: whoever adds a view of this name has one.
  fragment: `a view that nobody has ${Date.now()}`,
};

/**
 * Every way an id can be put into a request: parameter, and the value built from ids. A parameter that can hold an id and is not listed
 * here or in NO_IDS fails the test below, so that a new endpoint cannot forget isolation.
 */
const ID_PARAMETERS: Readonly<Record<string, readonly ((ids: Ids) => unknown)[]>> = {
  message_id: [(ids) => ids.message],
  messages: [(ids) => [ids.message]],
  message_ids: [(ids) => [ids.message]],
  msg_ids: [(ids) => [ids.message]],
  stream_id: [(ids) => ids.channel],
  stream: [(ids) => ids.channelName],
  user_id: [(ids) => ids.user],
  muted_user_id: [(ids) => ids.user],
  user_id_or_email: [(ids) => ids.user, (ids) => ids.email],
  user_ids: [(ids) => [ids.user]],
  bot_id: [(ids) => ids.bot, (ids) => ids.user],
  bot_owner_id: [(ids) => ids.user],
  default_sending_stream: [(ids) => ids.channelName],
  default_events_register_stream: [(ids) => ids.channelName],
  principals: [(ids) => [ids.user], (ids) => [ids.email]],
  subscribers: [(ids) => [ids.user]],
  subscription_data: [(ids) => [{ stream_id: ids.channel, property: 'pin_to_top', value: true }]],
  attachment_id: [(ids) => ids.attachment],
  emoji_name: [(ids) => ids.emoji],
  realm_id_str: [(ids) => ids.uploadOrganization],
  filename: [(ids) => ids.uploadFile],
  queue_id: [(ids) => ids.queue],
  user_group_id: [(ids) => ids.group],
  members: [(ids) => [ids.user]],
  subgroups: [(ids) => [ids.group]],
  add: [(ids) => [ids.user], (ids) => [ids.group]],
  delete: [(ids) => [ids.user], (ids) => [ids.group]],
  add_subgroups: [(ids) => [ids.group]],
  delete_subgroups: [(ids) => [ids.group]],
  username: [(ids) => ids.email],
  moderation_request_channel_id: [(ids) => ids.channel],
  new_stream_announcements_stream_id: [(ids) => ids.channel],
  signup_announcements_stream_id: [(ids) => ids.channel],
  zulip_update_announcements_stream_id: [(ids) => ids.channel],
  can_create_groups: [(ids) => ({ new: ids.group }), (ids) => ({ new: { direct_members: [ids.user], direct_subgroups: [] } })],
  filter_id: [(ids) => ids.linkifier],
  ordered_linkifier_ids: [(ids) => [ids.linkifier]],
  playground_id: [(ids) => ids.playground],
  field_id: [(ids) => ids.profileField],
  domain: [(ids) => ids.domain],
  data: [(ids) => [{ id: ids.profileField, value: 'an attempt' }], (ids) => [ids.profileField]],
  profile_data: [(ids) => [{ id: ids.profileField, value: 'an attempt' }]],
  folder_id: [(ids) => ids.folder],
  draft_id: [(ids) => ids.draft],
  saved_snippet_id: [(ids) => ids.snippet],
  device_id: [(ids) => ids.device],
  fragment: [(ids) => ids.fragment],
  invite_id: [(ids) => ids.invitation],
  stream_ids: [(ids) => [ids.channel]],
  group_ids: [(ids) => [ids.group]],
  target_users: [(ids) => ({ user_ids: [ids.user] }), (ids) => ({ group_ids: [ids.group] })],
  drafts: [(ids) => [channelDraft(ids)], (ids) => [{ ...channelDraft(ids), type: 'private', to: [ids.user] }]],
  draft: [channelDraft, (ids) => ({ ...channelDraft(ids), type: 'private', to: [ids.user] })],
  channel_folder_id: [(ids) => ids.folder],
  order: [(ids) => [ids.folder], (ids) => [ids.profileField]],
  narrow: [
    (ids) => [{ operator: 'channel', operand: ids.channel }],
    (ids) => [{ operator: 'channel', operand: ids.channelName }],
    (ids) => [{ operator: 'sender', operand: ids.user }],
    (ids) => [{ operator: 'sender', operand: ids.email }],
    (ids) => [{ operator: 'dm', operand: [ids.user] }],
    (ids) => [{ operator: 'dm-with', operand: ids.user }],
    (ids) => [{ operator: 'mentions', operand: ids.user }],
    (ids) => [{ operator: 'id', operand: String(ids.message) }],
    (ids) => [{ operator: 'with', operand: ids.message }],
  ],
};

function channelDraft(ids: Ids) {
  return { type: 'stream', to: [ids.channel], topic: 'isolation', content: 'an attempt' };
}

/** `to` of a message holds ids of channels or of people, by the type of message. */
const ADDRESSES: Readonly<Record<string, readonly ((ids: Ids) => unknown)[]>> = {
  channel: [(ids) => ids.channel, (ids) => ids.channelName],
  direct: [(ids) => [ids.user], (ids) => [ids.email]],
};

/** Numbers and lists that are no ids of rows. */
const NO_IDS = new Set([
  // A place in the order of messages, whoever they belong to: it names nothing.
  'anchor',

  'last_event_id',
  'num_before',
  'num_after',
  'presence_history_limit_days',
  'idle_queue_timeout',
  'invite_expires_in_minutes',
  'read_by_sender',
  'message_retention_days',
  'visibility_policy',
  'last_update_id',
  'history_limit_days',
  'role',
  'local_id',
]);

/** What else an endpoint needs to get as far as looking the id up. By the type of address where that matters. */
const COMPANIONS: Readonly<Record<string, unknown>> = {
  op: 'add',
  flag: 'starred',
  content: 'an attempt',
  emoji_name: 'tada',
  msg_type: 'widget',
  topic: 'isolation',
  topic_name: 'isolation',
  last_event_id: -1,
  dont_block: true,
  num_before: 1,
  num_after: 1,
  anchor: 'newest',
  subscriptions: ['isolation'],
  members: [],
  name: 'isolation',
  is_pinned: true,
  full_name: 'Isolation',
  short_name: 'isolation',
  pattern: 'isolation',
  url_template: 'https://isolation.example.com',
  pygments_language: 'Python',
  allow_subdomains: true,
  password: 'wrong password',
  invitee_emails: 'isolation@invited.example',
  stream_ids: [],
  visibility_policy: 1,
};

/** And what one endpoint needs instead, by its name. */
const COMPANIONS_OF: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  setEditTyping: { op: 'start' },
  setTyping: { op: 'start', type: 'channel' },
};

const demo: Demo = readDemo(process.env.PARLEY_DEMO_JSON);
const attacker = personOf(organizationOf(demo, 'demo'), 100);
const victim = personOf(organizationOf(demo, 'other'), 100);
const asAttacker = new Actor(demo.base_url, attacker);
const asVictim = new Actor(demo.base_url, victim);
let foreign: Ids;

beforeAll(async () => {
  const channelName = `isolation ${Date.now()}`;
  await asVictim.ok(subscribe, { subscriptions: [{ name: channelName }] });
  const { subscriptions } = await asVictim.ok(listSubscriptions, {});
  const channel = subscriptions.find((subscription) => subscription.name === channelName);
  if (channel === undefined) throw new Error('the channel was not made');
  const { id: message } = await asVictim.ok(sendMessage, {
    type: 'channel',
    to: channel.stream_id,
    topic: 'isolation',
    content: 'for our eyes only',
  });
  const { queue_id: queue } = await asVictim.ok(registerQueue, { fetch_event_types: [] });
  const { group_id: group } = await asVictim.ok(createUserGroup, { name: channelName, description: '', members: [victim.user_id] });
  const { channel_folder_id: folder } = await asVictim.ok(createChannelFolder, { name: channelName });
  const { ids: drafts } = await asVictim.ok(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: 'for me only' }] });
  const { user_id: bot } = await asVictim.ok(createBot, { full_name: channelName, short_name: `isolation-${Date.now()}` });
  const tag = channelName.replaceAll(/\W/g, '');
  const { id: linkifier } = await asVictim.ok(createLinkifier, { pattern: tag, url_template: 'https://tracker.example.com' });
  const { id: playground } = await asVictim.ok(createPlayground, {
    name: channelName,
    pygments_language: 'Python',
    url_template: 'https://python.example.com/{code}',
  });
  const emoji = `emoji${Date.now()}`;
  await asVictim.upload(addRealmEmoji, [{ name: 'a.png', content: GREEN_PIXEL }], { emoji_name: emoji });
  const { body: uploaded } = await asVictim.upload(uploadFile, [{ name: 'a.txt', content: 'for our eyes only' }]);
  const [, , uploadOrganization = '', ...uploadPath] = uploaded.url.split('/');
  const { attachments } = await asVictim.ok(getAttachments, {});
  const { saved_snippet_id: snippet } = await asVictim.ok(createSavedSnippet, { title: 'mine', content: 'for me only' });
  const { device_id: device } = await asVictim.ok(registerClientDevice, {});
  await asVictim.ok(createNavigationView, { fragment: channelName, is_pinned: true, name: 'mine' });
  await asVictim.ok(createMultiuseInvitation, {});
  const { invites } = await asVictim.ok(listInvitations, {});
  const domain = `${tag}.example`;
  await asVictim.ok(createDomain, { domain, allow_subdomains: false });
  const { id: profileField } = await asVictim.ok(createProfileField, { name: tag, field_type: 1 });
  foreign = {
    user: victim.user_id,
    email: victim.email,
    bot,
    channel: channel.stream_id,
    channelName,
    message,
    folder,
    linkifier,
    playground,
    profileField,
    domain,
    queue: queue ?? '',
    group,
    draft: drafts[0] ?? 0,
    attachment: attachments.at(-1)?.id ?? 0,
    emoji,
    uploadOrganization: Number(uploadOrganization),
    uploadFile: uploadPath.join('/'),
    snippet,
    device,
    fragment: channelName,
    invitation: invites.at(-1)?.id ?? 0,
  };
});
afterAll(() => closeConnections());

const probed = ENDPOINTS.filter((endpoint) => endpoint.auth !== 'none');

describe('ids of another organization behave exactly like ids that do not exist', () => {
  const cases = probed.flatMap((endpoint) => [
    ...Object.keys(endpoint.params).flatMap((name) =>
      (ID_PARAMETERS[name] ?? []).map((build, form) => ({ endpoint, name, build, form, type: undefined })),
    ),
    ...Object.entries('to' in endpoint.params ? ADDRESSES : {}).flatMap(([type, builders]) =>
      builders.map((build, form) => ({ endpoint, name: 'to', build, form, type })),
    ),
  ]);

  it.each(
    cases.map((one) => ({ ...one, label: `${one.endpoint.method} ${one.endpoint.path} ${one.name} (${one.type ?? 'form'} ${one.form})` })),
  )('$label', async ({ endpoint, name, build, type }) => {
    const [theirs, nobodys] = await Promise.all([foreign, ABSENT].map((ids) => probe(endpoint, name, build(ids), ids, type)));
    expect(theirs).toEqual(nobodys);
  });
});

describe('the table of ids', () => {
  it('knows every parameter that can hold an id', () => {
    const unknown = probed.flatMap((endpoint) =>
      Object.entries(endpoint.params)
        .filter(
          ([name, param]) =>
            /(_id|_ids|_group)$|^(to|anchor|narrow|principals|messages|stream|members|subgroups|add|delete|order|drafts?)$|_subgroups$/.test(
              name,
            ) || param.encoding === 'path',
        )
        .map(([name]) => name)
        .filter((name) => !(name in ID_PARAMETERS) && name !== 'to' && !NO_IDS.has(name) && !name.endsWith('_group')),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });
});

describe('credentials', () => {
  it('of one organization are worth nothing at the host of another', async () => {
    const elsewhere = new Actor(demo.base_url, attacker, organizationOf(demo, 'other').host);
    const answer = await elsewhere.call(getMe, {});
    expect([answer.status, answer.body.code]).toEqual([401, 'INVALID_API_KEY']);
  });
});

describe('a new password', () => {
  it('is not for an address of another organization, nor by a link at the host of another', async () => {
    const [home, away] = [organizationOf(demo, 'demo').host, organizationOf(demo, 'other').host];
    const mailbox = new Mailbox();
    const email = victim.delivery_email;
    const before = (await mailbox.mailsTo(email)).length;
    for (const host of [home, away]) await new Actor(demo.base_url, undefined, host).ok(requestPasswordReset, { email });
    const { text } = await mailbox.mailTo(email, before);
    const [, host, key] = /https?:\/\/(\S+)\/accounts\/password\/reset\/(\S+)/.exec(text) ?? [];
    expect([host, (await mailbox.mailsTo(email)).length]).toEqual([away, before + 1]);
    const answer = await new Actor(demo.base_url, undefined, home).call(resetPassword, { key, new_password: 'a password of theirs' });
    expect([answer.status, answer.body.msg]).toEqual([400, 'This confirmation link is not valid, or no longer.']);
  });
});

/** The answer without what differs on purpose: the id that was asked for. */
async function probe(endpoint: Endpoint, name: string, value: unknown, ids: Ids, type: string | undefined) {
  const wanted = { ...COMPANIONS, ...COMPANIONS_OF[endpoint.name] };
  const companions = Object.fromEntries(Object.entries(wanted).filter(([companion]) => companion in endpoint.params));
  const others = Object.keys(endpoint.params).filter(
    (other) => other !== name && endpoint.params[other]?.options.required && !(other in companions),
  );
  const filled = Object.fromEntries(others.map((other) => [other, ID_PARAMETERS[other]?.[0]?.(ids)]));
  const params = { ...companions, ...filled, ...(type === undefined ? {} : { type }), [name]: value };
  const answer = await asAttacker.call(endpoint, params);
  return { status: answer.status, body: withoutIds(JSON.stringify(answer.body), ids) };
}

function withoutIds(text: string, ids: Ids): string {
  return Object.values(ids)
    .map(String)
    .sort((a, b) => b.length - a.length)
    .reduce(
      (rest, id) => rest.replaceAll(new RegExp(`(?<![\\w.])${id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\.?\\w)`, 'g'), '<id>'),
      text,
    )
    .replace(/"(last_event_id|server_timestamp|presence_last_update_id)":[\d.]+/g, '"$1":0')
    .replace(/"queue_id":"[^"]+"/g, '"queue_id":"<queue>"');
}

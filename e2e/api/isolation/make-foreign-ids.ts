import { createChannelFolder, createDefaultChannelGroup, listSubscriptions, subscribe } from '@parley/contracts/channels';
import { registerQueue } from '@parley/contracts/event-queue';
import { createMultiuseInvitation, listInvitations } from '@parley/contracts/invitations';
import {
  createDrafts,
  createReminder,
  getAttachments,
  scheduleMessage,
  sendMessage,
  startMessageExport,
  uploadFile,
} from '@parley/contracts/messaging';
import {
  addRealmEmoji,
  createApiToken,
  createBot,
  createDomain,
  createIdentityProvider,
  createLinkifier,
  createPlayground,
  createProfileField,
  createProvisioningToken,
  createUserGroup,
  listSessions,
} from '@parley/contracts/organization';
import { createNavigationView, createSavedSnippet, registerClientDevice } from '@parley/contracts/settings';
import type { Actor } from '../../client/actor.js';
import type { Browser } from '../../client/browser.js';
import type { DemoUser } from '../../client/demo.js';
import { GREEN_PIXEL } from '../../client/green-pixel.js';
import type { Ids } from './ids.js';

/** One object of each kind, created by the owner of an organization. */
export async function makeForeignIds(
  owner: Actor,
  browser: Browser,
  { user_id, email, delivery_email, password }: Pick<DemoUser, 'user_id' | 'email' | 'delivery_email' | 'password'>,
): Promise<Ids> {
  const channelName = `isolation ${Date.now()}`;
  await owner.ok(subscribe, { subscriptions: [{ name: channelName }] });
  const { subscriptions } = await owner.ok(listSubscriptions, {});
  const channel = subscriptions.find((subscription) => subscription.name === channelName);
  if (channel === undefined) throw new Error('the channel was not created');
  const { id: message } = await owner.ok(sendMessage, {
    type: 'channel',
    to: channel.stream_id,
    topic: 'isolation',
    content: 'confidential',
  });
  const { queue_id: queue } = await owner.ok(registerQueue, { fetch_event_types: [] });
  const { group_id: group } = await owner.ok(createUserGroup, { name: channelName, description: '', members: [user_id] });
  const { channel_folder_id: folder } = await owner.ok(createChannelFolder, { name: channelName });
  const { group_id: defaultGroup } = await owner.ok(createDefaultChannelGroup, {
    group_name: channelName,
    description: '',
    stream_names: [channelName],
  });
  const { ids: drafts } = await owner.ok(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: 'for me only' }] });
  const later = { scheduled_delivery_timestamp: 3_976_300_800 };
  const { scheduled_message_id: scheduledMessage } = await owner.ok(scheduleMessage, {
    ...later,
    type: 'direct',
    to: [user_id],
    content: 'for me only',
  });
  const { reminder_id: reminder } = await owner.ok(createReminder, { ...later, message_id: message });
  const { user_id: bot } = await owner.ok(createBot, { full_name: channelName, short_name: `isolation-${Date.now()}` });
  const tag = channelName.replaceAll(/\W/g, '');
  const { id: linkifier } = await owner.ok(createLinkifier, { pattern: tag, url_template: 'https://tracker.example.com' });
  const { id: messageExport } = await owner.ok(startMessageExport, {});
  const { id: playground } = await owner.ok(createPlayground, {
    name: channelName,
    pygments_language: 'Python',
    url_template: 'https://python.example.com/{code}',
  });
  const emoji = `emoji${Date.now()}`;
  await owner.upload(addRealmEmoji, [{ name: 'a.png', content: GREEN_PIXEL }], { emoji_name: emoji });
  const { body: uploaded } = await owner.upload(uploadFile, [{ name: 'a.txt', content: 'confidential' }]);
  const [, , uploadOrganization = '', ...uploadPath] = uploaded.url.split('/');
  const { attachments } = await owner.ok(getAttachments, {});
  const { saved_snippet_id: snippet } = await owner.ok(createSavedSnippet, { title: 'mine', content: 'for me only' });
  const { device_id: device } = await owner.ok(registerClientDevice, {});
  await owner.ok(createNavigationView, { fragment: channelName, is_pinned: true, name: 'mine' });
  await owner.ok(createMultiuseInvitation, {});
  const { invites } = await owner.ok(listInvitations, {});
  await browser.signIn({ email: delivery_email, password: password ?? '' });
  const { sessions } = await owner.ok(listSessions, {});
  const { id: provisioningToken } = await owner.ok(createProvisioningToken, { name: 'mine' });
  const { id: apiToken } = await owner.ok(createApiToken, { name: 'mine', scopes: ['read'] });
  const config = { issuer: `https://${tag}.example`, client_id: 'parley' };
  const { id: provider } = await owner.ok(createIdentityProvider, { kind: 'oidc', name: tag, config });
  const domain = `${tag}.example`;
  await owner.ok(createDomain, { domain, allow_subdomains: false });
  const { id: profileField } = await owner.ok(createProfileField, { name: tag, field_type: 1 });
  return {
    user: user_id,
    email,
    bot,
    channel: channel.stream_id,
    channelName,
    message,
    folder,
    defaultGroup,
    linkifier,
    messageExport,
    playground,
    profileField,
    domain,
    queue: queue ?? '',
    group,
    draft: drafts[0] ?? 0,
    scheduledMessage,
    reminder,
    attachment: attachments.at(-1)?.id ?? 0,
    emoji,
    uploadOrganization: Number(uploadOrganization),
    uploadFile: uploadPath.join('/'),
    snippet,
    device,
    fragment: channelName,
    invitation: invites.at(-1)?.id ?? 0,
    session: sessions[0]?.id ?? '',
    apiToken,
    provisioningToken,
    provider,
  };
}

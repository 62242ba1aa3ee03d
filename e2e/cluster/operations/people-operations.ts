import { createMultiuseInvitation } from '@parley/contracts/invitations';
import { muteUser, unmuteUser } from '@parley/contracts/messaging';
import {
  createBot,
  createProfileField,
  createUser,
  createUserGroup,
  deactivateBot,
  deactivateUser,
  deactivateUserGroup,
  deleteProfileField,
  reactivateUser,
  regenerateBotApiKey,
  updateBot,
  updateProfileData,
  updateUser,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
  uploadAvatar,
} from '@parley/contracts/organization';
import { reportPresence, setOwnStatus, updateSettings } from '@parley/contracts/settings';
import { GREEN_PIXEL } from '../../client/green-pixel.js';
import type { Operation, OperationContext } from './operation.js';

const addressOf = ({ fresh }: OperationContext) => `${fresh('somebody').replaceAll(' ', '-')}@demo.example`;

/** A user is created, changed in every way, deactivated and reactivated. */
const arrive: Operation = async (context) => {
  const { owner } = context;
  const made = await owner.ok(createUser, { email: addressOf(context), password: 'correct horse battery', full_name: 'Some Body' });
  const user_id = String(made.user_id);
  await owner.ok(updateUser, { user_id, full_name: 'Somebody Else' });
  await owner.ok(updateUser, { user_id, role: 300 });
  await owner.ok(updateUser, { user_id, new_email: addressOf(context) });
  await context.me.ok(muteUser, { muted_user_id: made.user_id });
  await owner.ok(deactivateUser, { user_id: made.user_id });
  await owner.ok(reactivateUser, { user_id: made.user_id });
  await context.me.ok(unmuteUser, { muted_user_id: made.user_id });
};

const keepBots: Operation = async ({ me, owner, ownerId, fresh }) => {
  const short_name = fresh('bot').replaceAll(' ', '-');
  const { user_id: bot_id } = await me.ok(createBot, { full_name: fresh('Bot'), short_name });
  await me.ok(updateBot, { bot_id, default_all_public_streams: true });
  await me.ok(regenerateBotApiKey, { bot_id });
  await owner.ok(updateBot, { bot_id, bot_owner_id: ownerId });
  await owner.ok(deactivateBot, { bot_id });
};

const group: Operation = async ({ me, myId, otherId, fresh }) => {
  const create = async () => (await me.ok(createUserGroup, { name: fresh('group'), description: '', members: [myId] })).group_id;
  const [user_group_id, inner] = [await create(), await create()];
  await me.ok(updateUserGroup, { user_group_id, description: 'of people' });
  await me.ok(updateUserGroupMembers, { user_group_id, add: [otherId] });
  await me.ok(updateUserGroupSubgroups, { user_group_id, add: [inner] });
  await me.ok(updateUserGroupSubgroups, { user_group_id, delete: [inner] });
  await me.ok(deactivateUserGroup, { user_group_id });
  await me.ok(updateUserGroup, { user_group_id, deactivated: false });
};

const introduceOneself: Operation = async ({ me, owner, fresh }) => {
  const { id } = await owner.ok(createProfileField, { name: fresh('field'), field_type: 1 });
  await me.ok(updateProfileData, { data: [{ id, value: 'known' }] });
  await owner.ok(deleteProfileField, { field_id: id });
  await me.upload(uploadAvatar, [{ name: 'me.png', content: GREEN_PIXEL }]);
};

const sayHowItIs: Operation = async ({ me }) => {
  await me.ok(setOwnStatus, { status_text: 'busy', emoji_name: 'tada' });
  await me.ok(reportPresence, { status: 'active' });
  await me.ok(setOwnStatus, { status_text: '', emoji_name: '' });
};

const settle: Operation = async ({ me }) => {
  for (const timezone of ['Europe/Paris', 'Asia/Tokyo']) await me.ok(updateSettings, { timezone });
  for (const fluid_layout_width of [true, false]) await me.ok(updateSettings, { fluid_layout_width });
  for (const enable_stream_push_notifications of [true, false]) await me.ok(updateSettings, { enable_stream_push_notifications });
};

const invite: Operation = async ({ owner }) => {
  await owner.ok(createMultiuseInvitation, {});
};

export const peopleOperations: readonly Operation[] = [arrive, invite, keepBots, group, introduceOneself, sayHowItIs, settle];

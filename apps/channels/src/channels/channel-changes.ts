import { CHANNEL_GROUP_SETTING_NAMES, type ChannelObject, type ChannelUpdated } from '@parley/contracts/channels';

type Change = ChannelUpdated['changes'][number];

/** One change each, in this order, after the privacy. */
const PROPERTIES = [
  'name',
  'description',
  'message_retention_days',
  'topics_policy',
  'folder_id',
  ...CHANNEL_GROUP_SETTING_NAMES,
  'stream_post_policy',
  'is_announcement_only',
] as const satisfies readonly (keyof ChannelObject)[];

/** The changed properties of a channel, as its update event lists them. */
export function channelChanges(before: ChannelObject, after: ChannelObject): Change[] {
  const differing = PROPERTIES.filter((property) => JSON.stringify(before[property]) !== JSON.stringify(after[property]));
  return [...privacyChanges(before, after), ...differing.map((property) => changeOf(property, after))];
}

function changeOf(property: (typeof PROPERTIES)[number], after: ChannelObject): Change {
  const change = { property, value: after[property] };
  return property === 'description' ? { ...change, also: { rendered_description: after.rendered_description } } : change;
}

/** Clients expect all privacy properties in one event, unless only the history changes. */
function privacyChanges(before: ChannelObject, after: ChannelObject): Change[] {
  const { invite_only, is_web_public, history_public_to_subscribers } = after;
  if (before.invite_only !== invite_only || before.is_web_public !== is_web_public) {
    return [{ property: 'invite_only', value: invite_only, also: { history_public_to_subscribers, is_web_public } }];
  }
  if (before.history_public_to_subscribers === history_public_to_subscribers) return [];
  return [{ property: 'history_public_to_subscribers', value: history_public_to_subscribers }];
}

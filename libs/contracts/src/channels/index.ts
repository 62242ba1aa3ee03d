// Everything declared for apps/channels.
export * from './channel-created.js';
export * from './channel-name.js';
export * from './channel-object.js';
export * from './channel-watchers.js';
export * from './default-channels-changed.js';
export * from './get-channel.js';
export * from './get-channel-id.js';
export * from './group-setting-value.js';
export * from './list-channel-members.js';
export * from './list-channels.js';
export * from './list-subscriptions.js';
export * from './subscribe.js';
export * from './subscription-added.js';
export * from './subscription-colors.js';
export * from './subscription-object.js';
export * from './subscription-removed.js';
export * from './unsubscribe.js';

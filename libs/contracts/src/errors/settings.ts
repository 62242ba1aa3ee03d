import { bad, make } from './api-error.js';

/** Errors about settings and personal objects. */
export const settingErrors = {
  settingNotOfOthers: () => bad('Cannot change this setting for other users.'),
  noTargetUsers: () => bad('Either user_ids or group_ids must be provided.'),

  invalidTimeZone: () => bad('timezone is not a recognized time zone'),
  invalidNotificationSound: (args: { value: string }) => bad(`Invalid notification sound '${args.value}'`),
  invalidEmailBatchingPeriod: (args: { value: string }) => bad(`Invalid email batching period: ${args.value} seconds`),

  // Presence and status
  invalidPresenceStatus: (args: { status: string }) => bad(`Invalid status: ${args.status}`),
  botsHaveNoPresence: () => bad('Presence is not supported for bot users.'),
  noPresenceData: (args: { idOrEmail: string }) => bad(`No presence data for ${args.idOrEmail}`),
  statusUnchanged: () => bad('Client did not pass any new values.'),
  missingEmojiName: () => bad('Client must pass emoji_name if they pass either emoji_code or reaction_type.'),

  // Navigation views and saved snippets
  noSuchNavigationView: () => make(404, 'NOT_FOUND', 'Navigation view does not exist.'),
  navigationViewExists: () => bad('Navigation view already exists.'),
  navigationViewNameNotAllowed: () => bad('Built-in views cannot have a custom name.'),
  navigationViewNameInvalid: () => bad('Custom views must have a valid name.'),
  tooManyNavigationViews: (args: { limit: number }) => bad(`You may have at most ${args.limit} navigation views.`),
  noSuchSavedSnippet: () => make(404, 'BAD_REQUEST', 'Saved snippet does not exist.'),
  tooManySavedSnippets: (args: { limit: number }) => bad(`You may have at most ${args.limit} saved snippets.`),

  unknownOnboardingStep: (args: { step: string }) => bad(`Unknown onboarding_step: ${args.step}`),

  // Devices and push tokens
  noSuchClientDevice: () => bad('Device does not exist'),
  tooManyClientDevices: (args: { limit: number }) => bad(`You may have at most ${args.limit} client devices.`),
  noSuchPushToken: () => bad('Token does not exist'),
  pushTokenInvalid: () => bad('Empty or invalid length token'),
  apnsTokenInvalid: () => bad('Invalid APNS token'),
  pushServiceNotConfigured: () => make(400, 'PUSH_SERVICE_NOT_CONFIGURED', 'Server is not configured to use push notification service.'),
  pushDeviceNotRecognized: () => make(400, 'INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized'),
  noActivePushDevice: () => make(400, 'NO_ACTIVE_PUSH_DEVICE', 'No active registered push device'),
  pushNotAccepted: () => make(400, 'PUSH_NOT_ACCEPTED', 'The push service did not accept the notification.'),
  pushFieldsMissing: () => bad('Missing parameters: must provide either all push key fields, all token fields, or both.'),
  pushKeyInvalid: () => bad('Invalid `push_key`'),
  pushTokenIdInvalid: () => bad('Invalid `token_id`'),
  noPushKeyToRotate: () => bad('No push registration exists to rotate key for.'),
  noPushTokenToRotate: () => bad('No push registration exists to rotate token for.'),
  webPushEndpointRefused: () => bad('Push notifications cannot be sent to this endpoint.'),
  webPushKeysInvalid: () => bad('Invalid keys of a Web Push subscription'),
  tooManyPushTokens: (args: { limit: number }) => bad(`You may have at most ${args.limit} push tokens.`),
} as const;

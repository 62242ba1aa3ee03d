import { make } from './api-error.js';

/** Errors about the configuration of an organization. */
export const organizationErrors = {
  realmEmojiUnknown: (args: { name: string }) => make(404, 'BAD_REQUEST', `Emoji '${args.name}' does not exist`),
} as const;

/** Existing clients with a human user, who has read the messages that they send with it. */
const INTERACTIVE_CLIENTS = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'snipe',
  'website',
  'ios',
  'android',
]);

/** Whether a message is read for its sender from the start. `requested`: read_by_sender of the request, which takes precedence. */
export function isReadBySender(clientName: string, requested: boolean | undefined): boolean {
  if (requested !== undefined) return requested;
  const name = clientName.toLowerCase();
  return INTERACTIVE_CLIENTS.has(name) || name.includes('desktop app');
}

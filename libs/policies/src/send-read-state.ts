/** Clients a person sits in front of: what one sends from them, one has read (spec 4.1; names of existing clients). */
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

/** Whether a message is read for its sender from the start. `asked`: the request's read_by_sender, which decides when given. */
export function isReadBySender(clientName: string, asked: boolean | undefined): boolean {
  if (asked !== undefined) return asked;
  const name = clientName.toLowerCase();
  return INTERACTIVE_CLIENTS.has(name) || name.includes('desktop app');
}

/** Channel names are unique regardless of case. This is the only function that folds them; the result is stored as channel.name_key. */
export function channelNameKey(name: string): string {
  return name.trim().toLowerCase();
}

/** Names that differ in case only are one channel. The one place that folds; stored as channel.name_key. */
export function channelNameKey(name: string): string {
  return name.trim().toLowerCase();
}

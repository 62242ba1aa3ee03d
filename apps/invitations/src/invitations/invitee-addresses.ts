/** The addresses in a text, case-insensitively unique: separated by commas or newlines, `Name <address>` or bare. */
export function namedAddresses(text: string): string[] {
  const named = text.split(/[,\n]/).map((part) => (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim());
  return [...new Map(named.filter((address) => address !== '').map((address) => [address.toLowerCase(), address] as const)).values()];
}

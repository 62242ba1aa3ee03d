import ipaddr from 'ipaddr.js';

export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Public addresses at which hosts of clouds give away their secrets. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16']);

/** `10.1.0.0/16,fd00::/8`. @throws Error */
export function networksIn(text: string): Network[] {
  return partsOf(text).map((part) => ipaddr.parseCIDR(part));
}

export function areNetworks(text: string): boolean {
  return partsOf(text).every((part) => ipaddr.isValidCIDR(part));
}

function partsOf(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}

/**
 * Whether servers that people choose may be called at this address: on the public internet, or in a network that the operator allows. All forms of
 * an IPv4 address in an IPv6 address count as that address, or as no public one.
 */
export function mayBeCalled(address: string, allowed: readonly Network[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // `unicast` has none of the special networks: private, loopback, link-local, shared, mapped, tunnelled, documentation, reserved.
  return isAllowed(address, allowed) || (parsed.range() === 'unicast' && !METADATA.has(parsed.toString()));
}

/** Whether the address is in a network that the operator allows. */
export function isAllowed(address: string, allowed: readonly Network[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return allowed.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
}

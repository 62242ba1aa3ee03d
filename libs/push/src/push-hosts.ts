/** The push services of Chrome, Firefox, Safari and Edge. */
export const KNOWN_PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Whether the server may call this URL, which a user gave us. A host of the list is a name, with its port if it is not 443, or `*.` before the
 * end of names. So no user can make the server call a machine inside the operator's network. Without TLS only on this machine, for tests.
 */
export function isPushHost({ protocol, hostname, host, username, password }: URL, hosts: readonly string[]): boolean {
  if (username !== '' || password !== '') return false;
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname))) return false;
  return hosts.some((each) => (each.startsWith('*.') ? host.endsWith(each.slice(1)) : host === each));
}

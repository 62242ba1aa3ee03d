import { checkedTopic } from '@parley/access';
import { apiErrors, isStorable } from '@parley/contracts';

/** The recipient of a message as the request names it. `default`: the default sending channel of a bot. */
export type Addressee =
  | {
      readonly kind: 'channel';
      readonly channel:
        | { readonly by: 'id'; readonly id: number }
        | { readonly by: 'name'; readonly name: string }
        | { readonly by: 'default' };
      readonly topic: string;
    }
  | { readonly kind: 'direct'; readonly userIds: readonly number[]; readonly emails: readonly string[] };

/** Accepts every form of `to` that clients send: an id, a name, a list of either, and for direct messages also comma-separated addresses. */
export function addresseeOf(request: { type: string; to?: unknown; topic?: string | undefined }): Addressee {
  if (request.type === 'direct' || request.type === 'private') return directAddressee(request.to);
  const channel = channelOf(request.to);
  if (request.topic === undefined) throw apiErrors.missingTopic();
  return { kind: 'channel', channel, topic: checkedTopic(request.topic) };
}

function channelOf(to: unknown): Extract<Addressee, { kind: 'channel' }>['channel'] {
  if (Array.isArray(to)) {
    if (to.length > 1) throw apiErrors.expectedOneChannel();
    return channelOf(to[0]);
  }
  if (to === undefined || to === null || to === '') return { by: 'default' };
  if (typeof to === 'number' && Number.isSafeInteger(to)) return { by: 'id', id: to };
  if (typeof to === 'string') return { by: 'name', name: storableName(to.trim()) };
  throw apiErrors.invalidChannelType();
}

function storableName(name: string): string {
  if (!isStorable(name)) throw apiErrors.noSuchDestinationName({ stream: name });
  return name;
}

function directAddressee(to: unknown): Addressee {
  const listed = typeof to === 'string' ? to.split(',') : Array.isArray(to) ? to : to === undefined || to === null ? [] : [to];
  const userIds = listed.filter((entry) => typeof entry === 'number' && Number.isSafeInteger(entry));
  const emails = listed.filter((entry) => typeof entry === 'string');
  if (userIds.length + emails.length < listed.length) throw apiErrors.invalidRecipientsType();
  if (userIds.length > 0 && emails.length > 0) {
    throw apiErrors.mixedRecipients();
  }
  const addresses = emails.map((email) => email.trim()).filter((email) => email !== '');
  if (userIds.length + addresses.length === 0) throw apiErrors.missingRecipients();
  const unstorable = addresses.find((email) => !isStorable(email));
  if (unstorable !== undefined) throw apiErrors.invalidRecipientEmail({ email: unstorable });
  return { kind: 'direct', userIds: [...new Set<number>(userIds)], emails: [...new Set(addresses)] };
}

import { createHash } from 'node:crypto';

/** What an avatar's URL follows from. */
export interface AvatarFacts {
  readonly deliveryEmail: string;
  readonly avatarVersion: number;
}

const MEDIUM_PIXELS = 500;

/** Where a user's picture is: a service that knows pictures by the hash of an email address draws one for everybody. */
export function avatarUrl({ deliveryEmail, avatarVersion }: AvatarFacts): string {
  return `${byHash(deliveryEmail.trim().toLowerCase())}?d=identicon&version=${avatarVersion}`;
}

/** The same, larger. */
export function mediumAvatarUrl({ deliveryEmail, avatarVersion }: AvatarFacts): string {
  return `${byHash(deliveryEmail.trim().toLowerCase())}?d=identicon&s=${MEDIUM_PIXELS}&version=${avatarVersion}`;
}

/** The picture of an organization that has uploaded none. */
export function organizationIconUrl(stringId: string): string {
  return `${byHash(stringId)}?d=identicon&version=1`;
}

function byHash(text: string): string {
  return `https://secure.gravatar.com/avatar/${createHash('md5').update(text).digest('hex')}`;
}

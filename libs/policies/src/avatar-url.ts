import { createHash } from 'node:crypto';

export interface AvatarOwner {
  readonly id: number;
  readonly organizationId: number;
  readonly deliveryEmail: string;
  /** 1: everybody. */
  readonly emailAddressVisibility: number;
  /** G: from the hash of the email address. U: uploaded. */
  readonly avatarSource: string;
  readonly avatarVersion: number;
}

/** Where a person's picture is. The version is part of the address, so that a client fetches a changed picture. */
export function avatarUrlOf(person: AvatarOwner): string {
  if (person.avatarSource === 'U') return `/user_avatars/${person.organizationId}/${person.id}.png?version=${person.avatarVersion}`;
  const hash = createHash('md5').update(person.deliveryEmail.toLowerCase()).digest('hex');
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${person.avatarVersion}`;
}

/** A client that computes such URLs itself may be sent null (spec 2.1): everybody may see the address the hash is made of. */
export function isAvatarComputable(person: AvatarOwner): boolean {
  return person.avatarSource === 'G' && person.emailAddressVisibility === 1;
}

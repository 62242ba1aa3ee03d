import { createHash } from 'node:crypto';
import type { OrganizationPicture } from '@parley/contracts';

export { isAvatarComputable } from '@parley/contracts';

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

const MEDIUM_PIXELS = 500;

/** Where a person's picture is. The version is part of the address, so that a client fetches a changed picture. */
export function avatarUrlOf(person: AvatarOwner): string {
  if (person.avatarSource === 'U') return `/user_avatars/${person.organizationId}/${person.id}-${person.avatarVersion}.png`;
  return `${drawnFrom(person.deliveryEmail.toLowerCase())}?d=identicon&version=${person.avatarVersion}`;
}

/** The same picture, larger. */
export function mediumAvatarUrlOf(person: AvatarOwner): string {
  if (person.avatarSource === 'U') return `/user_avatars/${person.organizationId}/${person.id}-${person.avatarVersion}-medium.png`;
  return `${drawnFrom(person.deliveryEmail.toLowerCase())}?d=identicon&s=${MEDIUM_PIXELS}&version=${person.avatarVersion}`;
}

export interface PictureOfOrganization {
  readonly url: string;
  /** U: uploaded. G and D: drawn from its name. */
  readonly source: 'U' | 'G' | 'D';
}

/** An uploaded one has the name of its file in the stored settings. */
export function organizationPicture(
  { id, stringId, settings }: { readonly id: number; readonly stringId: string; readonly settings: Readonly<Record<string, unknown>> },
  picture: OrganizationPicture,
): PictureOfOrganization {
  const file = settings[organizationPictureKey(picture)];
  if (typeof file === 'string') return { url: `/user_avatars/${id}/realm/${file}`, source: 'U' };
  return { url: organizationIconUrl(stringId), source: picture === 'icon' ? 'G' : 'D' };
}

/** Where the stored settings name the file. */
export function organizationPictureKey(picture: OrganizationPicture): string {
  return `${picture}_file`;
}

/** The picture of an organization that has uploaded none. */
export function organizationIconUrl(stringId: string): string {
  return `${drawnFrom(stringId)}?d=identicon&version=1`;
}

/** A service that clients know draws a picture for every hash. */
function drawnFrom(text: string): string {
  return `https://secure.gravatar.com/avatar/${createHash('md5').update(text).digest('hex')}`;
}

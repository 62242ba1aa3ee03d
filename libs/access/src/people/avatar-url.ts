import { createHash } from 'node:crypto';
import type { OrganizationPicture } from '@parley/contracts/organization';

export { isAvatarComputable } from '@parley/contracts/organization';

export interface AvatarOwner {
  readonly id: number;
  readonly organizationId: number;
  readonly deliveryEmail: string;
  /** 1 means everyone. */
  readonly emailAddressVisibility: number;
  /** G: from the hash of the email address. U: uploaded. */
  readonly avatarSource: string;
  readonly avatarVersion: number;
}

const MEDIUM_PIXELS = 500;

/** The URL of a user's avatar. It contains the version, so that clients fetch a changed picture. */
export function avatarUrlOf(person: AvatarOwner): string {
  if (person.avatarSource === 'U') return `/user_avatars/${person.organizationId}/${person.id}-${person.avatarVersion}.png`;
  return `${generatedPictureUrl(person.deliveryEmail.toLowerCase())}?d=identicon&version=${person.avatarVersion}`;
}

/** The same picture in a larger size. */
export function mediumAvatarUrlOf(person: AvatarOwner): string {
  if (person.avatarSource === 'U') return `/user_avatars/${person.organizationId}/${person.id}-${person.avatarVersion}-medium.png`;
  return `${generatedPictureUrl(person.deliveryEmail.toLowerCase())}?d=identicon&s=${MEDIUM_PIXELS}&version=${person.avatarVersion}`;
}

export interface PictureOfOrganization {
  readonly url: string;
  /** U: uploaded. G and D: generated from the name. */
  readonly source: 'U' | 'G' | 'D';
}

/** The stored settings contain the file name of an uploaded picture. */
export function organizationPicture(
  { id, stringId, settings }: { readonly id: number; readonly stringId: string; readonly settings: Readonly<Record<string, unknown>> },
  picture: OrganizationPicture,
): PictureOfOrganization {
  const file = settings[organizationPictureKey(picture)];
  if (typeof file === 'string') return { url: `/user_avatars/${id}/realm/${file}`, source: 'U' };
  return { url: organizationIconUrl(stringId), source: picture === 'icon' ? 'G' : 'D' };
}

/** The key of the stored settings that has the file name. */
export function organizationPictureKey(picture: OrganizationPicture): string {
  return `${picture}_file`;
}

/** The icon of an organization without an uploaded one. */
export function organizationIconUrl(stringId: string): string {
  return `${generatedPictureUrl(stringId)}?d=identicon&version=1`;
}

/** Gravatar generates a picture for every hash, and clients know its URLs. */
function generatedPictureUrl(text: string): string {
  return `https://secure.gravatar.com/avatar/${createHash('md5').update(text).digest('hex')}`;
}

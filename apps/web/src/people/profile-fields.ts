import type { ClientState, KnownUser } from '@parley/client';
import { DEFAULT_EXTERNAL_ACCOUNTS, PROFILE_FIELD_TYPES, type ProfileFieldObject } from '@parley/contracts/organization';

/** A value of a custom profile field as it is shown. */
export interface ShownField {
  readonly id: number;
  readonly name: string;
  readonly text?: string;
  /** From the server, safe to insert. */
  readonly html?: string;
  readonly link?: string;
  readonly userIds?: readonly number[];
}

/** The fields that a person has filled in, in the order of the organization. */
export function shownFields(state: ClientState, person: KnownUser): readonly ShownField[] {
  const fields = [...(state.custom_profile_fields ?? [])].sort((a, b) => a.order - b.order);
  return fields.flatMap((field) => {
    const { value = '', rendered_value: html } = person.profile_data?.[field.id] ?? {};
    if (value === '') return [];
    return [{ id: field.id, name: field.name, ...(html === undefined ? shown(field, value) : { html }) }];
  });
}

function shown({ type, field_data }: ProfileFieldObject, value: string): Partial<ShownField> {
  switch (type) {
    case PROFILE_FIELD_TYPES.SELECT.id:
      return { text: options(field_data).find(({ key }) => key === value)?.text ?? value };
    case PROFILE_FIELD_TYPES.USER.id:
      return { userIds: idsIn(value) };
    case PROFILE_FIELD_TYPES.URL.id:
      return { text: value, ...linkIfSafe(value) };
    case PROFILE_FIELD_TYPES.EXTERNAL_ACCOUNT.id:
      return { text: value, ...linkIfSafe(addressOfAccount(field_data, value)) };
    default:
      return { text: value };
  }
}

/** The options of a list, in their order. */
export function options(fieldData: string): readonly { readonly key: string; readonly text: string }[] {
  const known = Object.entries(objectIn(fieldData)).flatMap(([key, option]) => {
    if (typeof option !== 'object' || option === null || !('text' in option)) return [];
    return [{ key, text: String(option.text), order: 'order' in option ? Number(option.order) : 0 }];
  });
  return known.sort((a, b) => a.order - b.order);
}

export function idsIn(value: string): readonly number[] {
  try {
    const ids: unknown = JSON.parse(value);
    return Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}

function addressOfAccount(fieldData: string, name: string): string {
  const { subtype, url_pattern } = objectIn(fieldData);
  const pattern = isKnownSite(subtype) ? DEFAULT_EXTERNAL_ACCOUNTS[subtype].url_pattern : String(url_pattern ?? '');
  return pattern.replaceAll('%(username)s', encodeURIComponent(name));
}

function isKnownSite(key: unknown): key is keyof typeof DEFAULT_EXTERNAL_ACCOUNTS {
  return typeof key === 'string' && Object.hasOwn(DEFAULT_EXTERNAL_ACCOUNTS, key);
}

/** Only links to pages: a `javascript:` address would run. */
function linkIfSafe(address: string): { readonly link?: string } {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? { link: address } : {};
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

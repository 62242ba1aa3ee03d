import { isEmailAddress } from '@parley/access';
import { ROLES, type Role } from '@parley/contracts';
import { z } from 'zod';
import { nameOfRole, roleNamed } from './role-names.js';
import { USER_SCHEMA } from './schemas.js';
import { scimErrors } from './scim-error.js';

const text = z.string().optional();
const nameSchema = z.object({ formatted: text, givenName: text, familyName: text });
const valueSchema = z.object({ value: text, type: text, primary: z.boolean().optional() });

/** What a directory said about a person, as it said it. The account follows from it. */
export const givenAttributes = z.object({
  displayName: text,
  name: nameSchema.optional(),
  emails: z.array(valueSchema).optional(),
  roles: z.array(valueSchema).optional(),
});
export type GivenAttributes = z.infer<typeof givenAttributes>;

/** A person as a resource of SCIM, without what the server adds. */
export const personSchema = givenAttributes.extend({
  userName: z.string(),
  externalId: text,
  active: z.boolean().optional(),
  /** The address in use, if no directory sent one. */
  unsentAddress: text,
});
export type Person = z.infer<typeof personSchema>;

/** The account of a person, and what their directory said. */
export interface PersonRecord {
  readonly id: number;
  readonly deliveryEmail: string;
  readonly fullName: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly joinedAt: Date;
  readonly externalId: string | null;
  /** Null: no directory named the person. */
  readonly userName: string | null;
  readonly given: GivenAttributes;
}

/** What an account takes from a resource. */
export interface AccountValues {
  readonly deliveryEmail: string;
  readonly fullName: string;
  readonly role: Role;
}

/** @throws invalidValue if it has no address, or an unknown role */
export function accountOf(person: Person): AccountValues {
  return { deliveryEmail: emailOf(person), fullName: fullNameOf(person), role: roleOf(person) };
}

function emailOf({ userName, emails, unsentAddress }: Person): string {
  const given = primaryOf(emails)?.value ?? unsentAddress ?? (isEmailAddress(userName.trim()) ? userName : undefined);
  if (given === undefined) throw scimErrors.invalidValue('emails must have an address, because userName is not an email address.');
  return given.trim();
}

function fullNameOf({ userName, displayName, name }: Person): string {
  const parts = [name?.givenName, name?.familyName].map((part) => part?.trim() ?? '').filter((part) => part !== '');
  const [beforeAt = ''] = userName.trim().split('@');
  return [displayName?.trim(), name?.formatted?.trim(), parts.join(' '), beforeAt].find((each) => each !== undefined && each !== '') ?? '';
}

function roleOf({ roles }: Person): Role {
  const name = primaryOf(roles)?.value;
  if (name === undefined) return ROLES.member;
  const role = roleNamed(name);
  if (role === undefined) throw scimErrors.invalidValue('roles must name owner, administrator, moderator, member or guest.');
  return role;
}

interface Value {
  readonly value?: string | undefined;
  readonly primary?: boolean | undefined;
}

function primaryOf<V extends Value>(values: readonly V[] = []): V | undefined {
  const named = values.filter(({ value }) => value !== undefined && value.trim() !== '');
  return named.find(({ primary }) => primary === true) ?? named[0];
}

/**
 * The person as their directory described them. Where the account has changed since, by the person or an administrator, it has the value of the
 * account. So the account that follows from this resource is the account as it is.
 */
export function personOf(record: PersonRecord): Person {
  const { deliveryEmail, fullName, role, isActive, externalId, given } = record;
  const person: Person = { ...given, userName: record.userName ?? deliveryEmail, externalId: externalId ?? undefined, active: isActive };
  const emails = withPrimary(person.emails, deliveryEmail, { type: 'work', primary: true });
  const named = { ...person, emails, unsentAddress: primaryOf(given.emails) === undefined ? deliveryEmail : undefined };
  const isRole = roleOr(person) === role;
  return {
    ...named,
    displayName: fullNameOf(named) === fullName ? person.displayName : fullName,
    roles: isRole ? person.roles : [{ value: nameOfRole(role), primary: true }],
  };
}

/** Undefined: what was stored names no role that there is. */
function roleOr(person: Person): Role | undefined {
  const name = primaryOf(person.roles)?.value;
  return name === undefined ? ROLES.member : roleNamed(name);
}

/** Replaces the address in use, if it is another one. */
function withPrimary(values: Person['emails'] = [], address: string, made: object): NonNullable<Person['emails']> {
  const current = primaryOf(values);
  if (current === undefined) return [...values, { value: address, ...made }];
  if (current.value?.trim() === address) return values;
  return values.map((each) => (each === current ? { ...each, value: address } : each));
}

/** The person after a change without `emails`. An address that no directory sent follows a new userName. */
export function withAddressOf(before: Person, after: Person): Person {
  if (before.unsentAddress === undefined) return after;
  const follows = after.userName !== before.userName && isEmailAddress(after.userName);
  return { ...after, emails: undefined, unsentAddress: follows ? after.userName : before.unsentAddress };
}

export function toPersonResource(record: PersonRecord, baseUrl: string): Record<string, unknown> {
  const { userName, externalId, active, unsentAddress: _, ...attributes } = personOf(record);
  const shown = { externalId, userName, active, ...attributes };
  return {
    schemas: [USER_SCHEMA],
    id: String(record.id),
    ...Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)),
    meta: { resourceType: 'User', created: record.joinedAt.toISOString(), location: personLocation(record.id, baseUrl) },
  };
}

export function personLocation(id: number, baseUrl: string): string {
  return `${baseUrl}/Users/${id}`;
}

import { readFileSync } from 'node:fs';

/** The running suite to be measured. Written by `npm run bench`, which starts it. */
export interface Target {
  readonly base_url: string;
  readonly demo_json: string;
  readonly database_url: string;
  readonly nats_url: string;
  /** Names and pids of service processes, for memory. */
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
}

export interface Person {
  readonly user_id: number;
  readonly email: string;
  readonly api_key: string;
  readonly is_bot: boolean;
  readonly role: number;
}

export function readTarget(path: string): Target {
  return JSON.parse(readFileSync(path, 'utf8')) as Target;
}

/** Members of the demo organization, whose accounts generate the load. */
export function readPeople(target: Target): Person[] {
  return peopleOf(target, 'demo');
}

/** Members of the second organization. */
export function readOtherPeople(target: Target): Person[] {
  return peopleOf(target, 'other');
}

function peopleOf(target: Target, stringId: string): Person[] {
  const demo = JSON.parse(readFileSync(target.demo_json, 'utf8')) as { organizations: { string_id: string; users: Person[] }[] };
  const people = demo.organizations.find((organization) => organization.string_id === stringId)?.users ?? [];
  return people.filter((person) => !person.is_bot && person.role <= 400);
}

export function authorization(person: Pick<Person, 'email' | 'api_key'>): string {
  return `Basic ${Buffer.from(`${person.email}:${person.api_key}`).toString('base64')}`;
}

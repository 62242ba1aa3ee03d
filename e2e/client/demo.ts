import { readFileSync } from 'node:fs';

/** The content of .parley/demo.json, which `npm start` writes. */
export interface Demo {
  readonly base_url: string;
  readonly organizations: readonly DemoOrganization[];
}
export interface DemoOrganization {
  readonly string_id: string;
  readonly host: string;
  readonly users: readonly DemoUser[];
}
export interface DemoUser {
  readonly full_name: string;
  readonly email: string;
  readonly delivery_email: string;
  readonly user_id: number;
  readonly role: number;
  readonly is_bot: boolean;
  readonly api_key: string;
  readonly password: string | null;
}

export function readDemo(path: string | undefined): Demo {
  if (path === undefined) throw new Error('PARLEY_DEMO_JSON is not set: run these tests with `npm test -- api`');
  return JSON.parse(readFileSync(path, 'utf8')) as Demo;
}

export function organizationOf(demo: Demo, stringId: string): DemoOrganization {
  const found = demo.organizations.find((organization) => organization.string_id === stringId);
  if (found === undefined) throw new Error(`the demo has no organization ${stringId}`);
  return found;
}

/** The human with this role at this index. */
export function personOf(organization: DemoOrganization, role: number, index = 0): DemoUser {
  const found = organization.users.filter((user) => user.role === role && !user.is_bot)[index];
  if (found === undefined) throw new Error(`${organization.string_id} has no person ${index} of role ${role}`);
  return found;
}

export function botOf(organization: DemoOrganization): DemoUser {
  const found = organization.users.find((user) => user.is_bot);
  if (found === undefined) throw new Error(`${organization.string_id} has no bot`);
  return found;
}

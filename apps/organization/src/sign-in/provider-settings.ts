import { ALL_ROLES, apiErrors, ROLES, storableText } from '@parley/contracts';
import { z } from 'zod';

const MAX_LIST = 200;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const name = () => storableText({ min: 1, max: 200 });

/** Roles that a provider may give. Its administrators must not be able to make themselves owners here. */
export const GIVEN_ROLES = ALL_ROLES.filter((role) => role !== ROLES.owner);

/** The rules for accounts, which all kinds of providers have. */
export const accountRules = {
  /** Whose addresses the provider may confirm. */
  domains: z.array(z.string().regex(DOMAIN, 'must be domains in lower case, such as acme.example')).max(MAX_LIST).optional(),
  /** Whether people with such an address get an account when they first sign in. */
  creates_accounts: z.boolean().optional(),
  /** Of accounts that are created. */
  default_role: z.literal([ROLES.member, ROLES.guest]).optional(),
  /** The claim or attribute with the names of the person's groups. */
  groups_claim: name().optional(),
  /** Only people in one of these groups may sign in. Empty: all. */
  required_groups: z.array(name()).max(MAX_LIST).optional(),
  /** Role by name of a group. */
  role_by_group: z.record(name(), z.literal(GIVEN_ROLES)).optional(),
  /** User group by name of a group. */
  user_group_by_group: z.record(name(), z.int()).optional(),
};
const rules = z.object(accountRules);
export type AccountRules = z.infer<typeof rules>;

export function rulesOf(settings: Readonly<Record<string, unknown>>): AccountRules {
  return rules.parse(settings);
}

/** @throws invalidProvider, which names the first field that is wrong */
export function checkedSettings<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const field = unknown ?? String(issue?.path[0] ?? 'config');
  throw apiErrors.invalidProvider({ field, problem: unknown === undefined ? (issue?.message ?? 'is invalid') : 'is unknown' });
}

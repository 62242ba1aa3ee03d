import { randomUUID } from 'node:crypto';
import { type Caller, SYSTEM_VISITOR } from '@parley/contracts';
import { answerScim, createProvisioningToken, type ScimMethod, verifyCredentials } from '@parley/contracts/organization';
import { z } from 'zod';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const BASE = 'https://home.example.com/scim/v2';

const resource = z.looseObject({ id: z.string() });
const list = z.object({
  totalResults: z.int(),
  startIndex: z.int(),
  itemsPerPage: z.int(),
  Resources: z.array(z.looseObject({ id: z.string() })),
});

export interface ScimAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly location?: string | undefined;
}

/** An organization with a directory, which calls as the gateway does it for a provisioning token. */
export class Directory {
  private constructor(
    readonly suite: OrganizationSuite,
    readonly home: MadeOrganization,
    readonly owner: MadeAccount,
    readonly caller: Caller,
  ) {}

  static async of(suite: OrganizationSuite): Promise<Directory> {
    const home = await suite.organization();
    const owner = await suite.account(home, { role: 100, password: null });
    const { token } = await suite.stores.rpc.call(createProvisioningToken, { name: 'Okta' }, owner.caller);
    const credentials = { host: home.host, username: '', apiKey: token, acceptsTokens: true, provisioning: true } as const;
    const identity = await suite.stores.rpc.call(verifyCredentials, credentials, SYSTEM_VISITOR);
    return new Directory(suite, home, owner, { ...identity, clientName: 'directory' });
  }

  async ask(method: ScimMethod, path: string, body?: unknown, query: Record<string, string> = {}): Promise<ScimAnswer> {
    const params = { method, path, query, baseUrl: BASE, ...(body === undefined ? {} : { body }) };
    const answer = await this.suite.stores.rpc.call(answerScim, params, this.caller);
    return { status: answer.status, body: answer.body === null ? {} : JSON.parse(answer.body), location: answer.location };
  }

  get(path: string, query?: Record<string, string>): Promise<ScimAnswer> {
    return this.ask('GET', path, undefined, query);
  }

  patch(path: string, ...operations: object[]): Promise<ScimAnswer> {
    return this.ask('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations });
  }

  async listed(path: string, query: Record<string, string> = {}): Promise<z.infer<typeof list>> {
    const { status, body } = await this.get(path, query);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return list.parse(body);
  }

  /** The ids of what a filter finds. */
  async found(path: string, filter: string): Promise<string[]> {
    return (await this.listed(path, { filter })).Resources.map(({ id }) => id);
  }

  /** A person as Entra creates them. */
  async person(values: object = {}): Promise<{ id: string; userName: string }> {
    const userName = `p-${randomUUID()}@example.com`;
    const { status, body } = await this.ask('POST', '/Users', { schemas: [USER], userName, displayName: 'Ada Byron', ...values });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return { id: resource.parse(body).id, userName };
  }

  async group(values: object = {}): Promise<string> {
    const { status, body } = await this.ask('POST', '/Groups', { schemas: [GROUP], displayName: `team ${randomUUID()}`, ...values });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return resource.parse(body).id;
  }

  /** The row of an account. */
  account(id: string) {
    return this.suite.stores.database.client.userAccount.findFirstOrThrow({ where: { organizationId: this.home.id, id: Number(id) } });
  }
}

/** `400 invalidFilter`, or the status of a success. */
export function outcome({ status, body }: ScimAnswer): string {
  return [status, body.scimType].filter((each) => each !== undefined).join(' ');
}

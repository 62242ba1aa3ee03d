import type { ClientEvent } from '@parley/client-events';
import { ApiError, type Caller, type ClientCapabilities, type Endpoint, type OutputOf, type ParamShape, ROLES } from '@parley/contracts';
import { expectEventsExplainState, newestSeq, type OrganizationRow, Rows, type UserRow } from '@parley/testing';
import type { z } from 'zod';
import { EVERYTHING, OrganizationSuite } from './organization-suite.js';

type Fields = Readonly<Record<string, unknown>>;

/** Tests of organization-wide configuration, driven through the contracts with parameters as clients send them. */
export class ConfigurationSuite {
  readonly rows: Rows;

  private constructor(readonly suite: OrganizationSuite) {
    this.rows = new Rows(suite.stores.database);
  }

  static async open(): Promise<ConfigurationSuite> {
    return new ConfigurationSuite(await OrganizationSuite.open());
  }

  close(): Promise<void> {
    return this.suite.close();
  }

  get database() {
    return this.suite.stores.database;
  }

  /** A new organization with one user of each kind. */
  async people(): Promise<People> {
    const { rows } = this;
    const organization = await rows.organization();
    return {
      organization,
      owner: await rows.user(organization, { role: ROLES.owner }),
      administrator: await rows.user(organization, { role: ROLES.administrator }),
      member: await rows.user(organization),
      guest: await rows.user(organization, { role: ROLES.guest }),
    };
  }

  letCreateUsers(who: { caller: Caller }): Promise<unknown> {
    return this.suite.letCreateUsers(who);
  }

  /** Calls with parameters as a client sends them, including ids of the path. */
  call<S extends ParamShape, R extends z.ZodRawShape>(
    endpoint: Endpoint<S, R>,
    { caller }: { caller: Caller },
    given: Fields,
  ): Promise<OutputOf<Endpoint<S, R>>> {
    const inPath = Object.keys(given).filter((name) => endpoint.params[name]?.encoding === 'path');
    const path = Object.fromEntries(inPath.map((name) => [name, String(given[name])]));
    const fields = Object.fromEntries(Object.entries(given).filter(([name]) => !inPath.includes(name)));
    return this.suite.stores.call(endpoint, caller, fields, path);
  }

  /** The error of a refused call. Fails if the call logged an event. */
  async refusal<S extends ParamShape, R extends z.ZodRawShape>(endpoint: Endpoint<S, R>, who: UserRow, given: Fields): Promise<string> {
    const seq = await newestSeq(this.database, who.organizationId);
    try {
      await this.call(endpoint, who, given);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if ((await newestSeq(this.database, who.organizationId)) !== seq) throw new Error('a refused change left an event', { cause: error });
      return error.msg;
    }
    throw new Error('it was not refused');
  }

  register(who: UserRow, fetchEventTypes: readonly string[], capabilities: ClientCapabilities = EVERYTHING.capabilities): Promise<Fields> {
    return this.suite.register(who.caller, { fetchEventTypes: [...fetchEventTypes], capabilities });
  }

  /**
   * Runs the change and checks for all users that registration before + events = registration after. Returns the events of each,
   * without ids. `capabilities`: of the clients; by default all.
   */
  async explained(
    { organization, ...people }: People,
    fetchEventTypes: readonly string[],
    work: () => Promise<unknown>,
    capabilities?: ClientCapabilities,
  ): Promise<(who: UserRow) => readonly ClientEvent[]> {
    const cursor = await this.suite.stores.mark(organization.id);
    const before = new Map<number, Fields>();
    for (const who of Object.values(people)) before.set(who.id, await this.register(who, fetchEventTypes, capabilities));
    await work();
    const read = new Map<number, readonly ClientEvent[]>();
    for (const who of Object.values(people)) {
      const events = await this.suite.stores.eventsSince(cursor, who, capabilities === undefined ? {} : { capabilities });
      const after = await this.register(who, fetchEventTypes, capabilities);
      expectEventsExplainState({ before: before.get(who.id) ?? {}, events, after, userId: who.id });
      read.set(
        who.id,
        events.map(({ id, ...event }) => event),
      );
    }
    return (who) => read.get(who.id) ?? [];
  }
}

export interface People {
  readonly organization: OrganizationRow;
  readonly owner: UserRow;
  readonly administrator: UserRow;
  readonly member: UserRow;
  readonly guest: UserRow;
}

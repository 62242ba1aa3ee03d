import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, type Role, type Visitor } from '@parley/contracts';
import { type RegisterOptions, registerParts } from '@parley/contracts/event-queue';
import type { LogPosition } from '@parley/event-log';
import { Database, type ExportedSnapshot } from '@parley/persistence';
import { RawJson, RpcClient } from '@parley/rpc';
import { registeringUser, selectRegisteringUser } from './registering-user.repository.js';

export interface Snapshot {
  /** The log position of the snapshot: it contains everything up to this position and nothing after it. */
  readonly position: LogPosition;
  /** An object with the fields of all services. */
  readonly fields: RawJson;
  readonly role: Role;
}

const TIMEOUT_MS = 14_000;

/**
 * Reads every service's part of a registration under one exported snapshot of PostgreSQL, so that all parts and the position show the same
 * state. The calls must be made inside the transaction, because the snapshot lives only as long as it.
 */
@Injectable()
export class ReadSnapshot {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  /** @throws USER_DEACTIVATED if the snapshot shows the caller as deactivated, whatever was true when they were authenticated. */
  execute(caller: Caller, options: RegisterOptions): Promise<Snapshot> {
    const selects = selectRegisteringUser(caller.organizationId, caller.userId);
    const read = async ({ snapshotId, rows }: ExportedSnapshot<typeof selects>) => {
      const { position, role, ...versions } = registeringUser(rows);
      if (role === undefined) throw apiErrors.userDeactivated();
      const current: Caller = { ...caller, role };
      return { position, role, fields: await this.fieldsOf({ snapshotId, options, ...versions }, current) };
    };
    return this.database.exportSnapshotWith(selects, read, TIMEOUT_MS);
  }

  /** Reads what an organization shows to visitors who are not logged in. */
  forSpectator(visitor: Visitor, organizationId: number, options: RegisterOptions): Promise<RawJson> {
    const read = ({ snapshotId }: { snapshotId: string }) =>
      this.fieldsOf({ snapshotId, options, spectatedOrganizationId: organizationId }, visitor);
    return this.database.exportSnapshot(read, TIMEOUT_MS);
  }

  private async fieldsOf(input: InputOf<(typeof registerParts)['organization']>, caller: Caller | Visitor): Promise<RawJson> {
    const parts = await Promise.all(Object.values(registerParts).map((part) => this.rpc.callForRawJson(part, input, caller)));
    return RawJson.merged(parts.map((part) => part.only('fields')));
  }
}

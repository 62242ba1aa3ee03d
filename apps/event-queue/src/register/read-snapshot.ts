import { Injectable } from '@nestjs/common';
import {
  apiErrors,
  type Caller,
  type InputOf,
  isRole,
  type RegisterOptions,
  type Role,
  registerParts,
  type Visitor,
} from '@parley/contracts';
import { headOf, type LogPosition } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { JsonText, RpcClient } from '@parley/rpc';

export interface Snapshot {
  /** The log's position that the snapshot shows: everything up to it, nothing behind it. */
  readonly position: LogPosition;
  /** An object of the fields of all services. */
  readonly fields: JsonText;
  readonly role: Role;
}

const TIMEOUT_MS = 14_000;

/**
 * Reads every service's part of a registration under one exported snapshot of PostgreSQL, so that all parts and the position show the same
 * state. The calls inside the transaction are the point of it: they read under the snapshot, which lives as long as the transaction.
 */
@Injectable()
export class ReadSnapshot {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  /** @throws USER_DEACTIVATED where the snapshot shows the caller deactivated, whatever was true when he was authenticated. */
  execute(caller: Caller, options: RegisterOptions): Promise<Snapshot> {
    return this.database.exportSnapshot(async ({ snapshotId, tx }) => {
      const position = await headOf(tx, caller.organizationId);
      const [user] = await tx.$queryRaw<{ role: number; is_active: boolean }[]>`
        SELECT role, is_active FROM user_account WHERE organization_id = ${caller.organizationId} AND id = ${caller.userId}`;
      if (user?.is_active !== true || !isRole(user.role)) throw apiErrors.userDeactivated();
      const current: Caller = { ...caller, role: user.role };
      return { position, role: user.role, fields: await this.fieldsOf({ snapshotId, options }, current) };
    }, TIMEOUT_MS);
  }

  /** What an organization shows to who is not logged in. */
  forSpectator(visitor: Visitor, organizationId: number, options: RegisterOptions): Promise<JsonText> {
    const read = ({ snapshotId }: { snapshotId: string }) =>
      this.fieldsOf({ snapshotId, options, spectatedOrganizationId: organizationId }, visitor);
    return this.database.exportSnapshot(read, TIMEOUT_MS);
  }

  private async fieldsOf(input: InputOf<(typeof registerParts)['organization']>, caller: Caller | Visitor): Promise<JsonText> {
    const parts = await Promise.all(Object.values(registerParts).map((part) => this.rpc.callForText(part, input, caller)));
    return JsonText.merged(parts.map((part) => part.only('fields')));
  }
}

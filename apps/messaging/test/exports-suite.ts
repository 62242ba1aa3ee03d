import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { expect } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { findMessageExport, listMessageExports, startMessageExport } from '@parley/contracts/messaging';
import type { FileStorage } from '@parley/storage';
import type { OrganizationRow, UserRow } from '@parley/testing';
import { extract } from 'tar-stream';
import { RunExports } from '../src/exports/run-exports.js';
import { MessagingSuite } from './messaging-suite.js';

/** Also if an attempt fails and is repeated, on a machine with much other work. */
const WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 50;

export type Archive = ReadonlyMap<string, string>;
type Row = Record<string, unknown>;

/** The messaging service, and what administrators do with exports. */
export class ExportsSuite {
  private constructor(
    readonly messaging: MessagingSuite,
    /** Where the service writes archives. */
    readonly storage: FileStorage,
  ) {}

  static async open(bucket?: { readonly env: Readonly<Record<string, string>>; readonly storage: FileStorage }): Promise<ExportsSuite> {
    const messaging = await MessagingSuite.open(bucket?.env);
    return new ExportsSuite(messaging, bucket?.storage ?? messaging.suite.storage);
  }

  close(): Promise<void> {
    return this.messaging.close();
  }

  /** Ann, Bob and Eve in a channel, and an administrator. */
  async setting() {
    const made = await this.messaging.channelOfThree();
    const olga = await this.messaging.rows.user(made.organization, { fullName: 'Olga', role: ROLES.administrator });
    return { ...made, olga };
  }

  start(by: UserRow, exportType = 1) {
    return this.messaging.call(startMessageExport, by.caller, { export_type: String(exportType) });
  }

  async list(by: UserRow) {
    return (await this.messaging.call(listMessageExports, by.caller, {})).exports;
  }

  /** What a job does each half minute. */
  run(): Promise<void> {
    return this.messaging.service.app.get(RunExports).execute();
  }

  async consent(...people: readonly UserRow[]): Promise<void> {
    for (const { id, caller } of people)
      await this.messaging.client.userSettings.create({
        data: { userId: id, organizationId: caller.organizationId, values: { allow_private_data_export: true } },
      });
  }

  /** The rows of the exports of an organization, by id. */
  stored({ id }: OrganizationRow) {
    return this.messaging.client.messageExport.findMany({ where: { organizationId: id }, orderBy: { id: 'asc' } });
  }

  /** When it has ended. */
  async ended(by: UserRow, id: number) {
    const deadline = Date.now() + WITHIN_MS;
    for (;;) {
      const found = (await this.list(by)).find((each) => each.id === id);
      if (found?.pending === false) return found;
      if (Date.now() > deadline) throw new Error(`the export ${id} did not end`);
      await delay(LOOK_EVERY_MS);
    }
  }

  find(by: UserRow, exportId: number, url: string | null) {
    return this.messaging.suite.rpc.call(findMessageExport, { exportId, file: url?.split('/').at(-1) ?? '' }, by.caller);
  }

  /** The text of each entry, by its name. */
  async archiveOf(by: UserRow, id: number): Promise<Archive> {
    const { export_url: url } = await this.ended(by, id);
    const { key, size } = await this.find(by, id, url);
    const packed = await buffer((await this.storage.read(key)) ?? Readable.from([]));
    expect(packed.length).toBe(size);
    const entries = new Map<string, string>();
    const unpacking = extract();
    const gunzip = createGunzip();
    gunzip.pipe(unpacking);
    gunzip.end(packed);
    for await (const entry of unpacking) entries.set(entry.header.name, String(await buffer(entry)));
    return entries;
  }

  /** The contents of the messages of a new export. */
  async exported(by: UserRow, exportType: number): Promise<unknown[]> {
    const { id } = await this.start(by, exportType);
    return rowsOf(await this.archiveOf(by, id), 'messages').map(({ content }) => content);
  }
}

/** The rows of a table, of all its parts. */
export function rowsOf(archive: Archive, table: string): Row[] {
  const parts = [...archive].filter(([name]) => name.startsWith(`${table}/`));
  return parts.flatMap(([, text]) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row),
  );
}

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { INCOMING_FOLDER, type OutputOf } from '@parley/contracts';
import { deleteAttachment, findUpload, getAttachments, getTemporaryFileUrl, uploadFile } from '@parley/contracts/messaging';
import { type ClientState, expectEventsExplainState, type UserRow } from '@parley/testing';
import { EraseFiles } from '../src/attachments/erase-files.js';
import { MessagingSuite } from './messaging-suite.js';

/** Uploads in the form that the gateway passes on. */
export class AttachmentsSuite {
  private constructor(readonly messaging: MessagingSuite) {}

  static async open(): Promise<AttachmentsSuite> {
    return new AttachmentsSuite(await MessagingSuite.open());
  }

  close(): Promise<void> {
    return this.messaging.close();
  }

  get storage() {
    return this.messaging.suite.storage;
  }

  /** A file in the incoming folder, where the gateway stores it. */
  async incoming(content: string, name: string): Promise<{ key: string; name: string; size: number }> {
    const key = `${INCOMING_FOLDER}/${randomUUID()}`;
    await this.storage.write(key, Readable.from([content]));
    return { key, name, size: Buffer.byteLength(content) };
  }

  /** Uploads a file. `pathId` identifies it and occurs in links. */
  async upload(by: UserRow, content = 'content', name = 'cat.png'): Promise<OutputOf<typeof uploadFile> & { pathId: string }> {
    const answer = await this.messaging.suite.rpc.call(uploadFile, { file: await this.incoming(content, name) }, by.caller);
    return { ...answer, pathId: answer.url.replace('/user_uploads/', '') };
  }

  find(who: Parameters<typeof this.messaging.suite.rpc.call>[2], pathId: string): Promise<OutputOf<typeof findUpload>> {
    return this.messaging.suite.rpc.call(findUpload, { pathId }, who);
  }

  async mayRead(user: UserRow, pathId: string): Promise<boolean> {
    return this.find(user.caller, pathId).then(
      () => true,
      () => false,
    );
  }

  list(by: UserRow): Promise<OutputOf<typeof getAttachments>> {
    return this.messaging.suite.rpc.call(getAttachments, {}, by.caller);
  }

  delete(by: UserRow, id: number): Promise<OutputOf<typeof deleteAttachment>> {
    return this.messaging.suite.rpc.call(deleteAttachment, { attachment_id: id }, by.caller);
  }

  temporary(by: UserRow, pathId: string): Promise<OutputOf<typeof getTemporaryFileUrl>> {
    const [realm_id_str = '', ...rest] = pathId.split('/');
    return this.messaging.suite.rpc.call(getTemporaryFileUrl, { realm_id_str, filename: rest.join('/') }, by.caller);
  }

  /** Runs the job as if it were that time. */
  async eraseFiles(now: Date): Promise<void> {
    await this.messaging.service.app.get(EraseFiles, { strict: false }).execute(now);
  }

  /** The events about attachments that the owner receives while `work` runs. Checks that the list before + events = the list after. */
  async explained(owner: UserRow, work: () => Promise<unknown>) {
    const before: ClientState = { ...(await this.list(owner)) };
    const mark = await this.messaging.mark(owner.organizationId);
    await work();
    const events = await this.messaging.eventsSince(mark, owner, { eventTypes: ['attachment'] });
    expectEventsExplainState({ before, events, after: { ...(await this.list(owner)) }, userId: owner.id });
    return events.map(({ id, ...event }) => event);
  }
}

import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { type Caller, INCOMING_FOLDER, LIMITS, ROLES, type UploadedFile } from '@parley/contracts';
import { checkMailbox, type MailboxAddress, readMailboxAddress, receiveMail } from '@parley/contracts/messaging';
import { CONFIG } from '@parley/runtime';
import { FileStorage } from '@parley/storage';
import { CellCalls } from '../cells/cell-calls.js';
import type { GatewayConfig } from '../config.js';
import { Buckets } from '../rate-limits/buckets.js';
import { loopRefusal } from './loop-refusal.js';
import type { ReadFile } from './read-mail.js';
import { readInThread } from './reading-thread.js';
import { delayed, refusalOf, refused } from './smtp-refusal.js';

const MEBIBYTE = 1024 * 1024;

/** Somewhere a mail goes. */
export interface Recipient {
  readonly localPart: string;
  readonly address: MailboxAddress;
}

/** What the gateway does with a mail: it reads it, puts its files into the storage, and gives it to the cell of the organization. */
@Injectable()
export class TakeMail {
  constructor(
    private readonly calls: CellCalls,
    private readonly storage: FileStorage,
    private readonly buckets: Buckets,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** Before the content of the mail arrives. @throws SmtpRefusal, ApiError */
  async check(address: string): Promise<Recipient> {
    const at = address.lastIndexOf('@');
    if (address.slice(at + 1).toLowerCase() !== this.config.MAIL_IN_DOMAIN)
      throw refused('5.7.1', 'Mail for this domain is not taken here');
    const localPart = address.slice(0, at);
    const read = readMailboxAddress(localPart);
    if (read === undefined) throw refused('5.1.1', 'This address does not exist');
    await this.calls.call(checkMailbox, { localPart }, inOrganization(read.mailbox.organizationId));
    return { localPart, address: read };
  }

  /** Only mails count, and not addresses that the mail server checks before it takes a mail itself. @throws SmtpRefusal */
  async count({ address }: Recipient): Promise<void> {
    const { organizationId } = address.mailbox;
    const state = await this.buckets.take({ name: `mail-in:${organizationId}`, ...this.config.RATE_LIMIT_MAIL_IN });
    if (state?.empty !== undefined) throw delayed('4.7.1', 'Too many mails for this organization; try again later');
  }

  /** Resolves when the message is stored. The buffer of `raw` is given away. @throws SmtpRefusal, ApiError */
  async take({ localPart, address: { mailbox, options } }: Recipient, raw: Uint8Array<ArrayBuffer>): Promise<void> {
    const digest = createHash('sha256').update(raw).digest('hex');
    const mail = await readInThread(raw, {
      prefersHtml: options.has('prefer-html'),
      keepsQuotes: options.has('include-quotes'),
      keepsFooter: options.has('include-footer'),
    });
    const loop = loopRefusal(mail, mailbox.kind === 'reply', this.config.EXTERNAL_HOST.replace(/:\d+$/, ''));
    if (loop !== undefined) throw loop;
    const stored: UploadedFile[] = [];
    const refusedFiles = mail.tooMany.map((name) => `${name} (too many files)`);
    for (const file of mail.files) {
      if (file.content.byteLength > LIMITS.max_file_upload_size_mib * MEBIBYTE) refusedFiles.push(`${file.name} (too large)`);
      else stored.push(await this.store(file));
    }
    const { messageId, from, subject, text, isCut } = mail;
    const key = messageId === '' ? digest : messageId;
    const arrived = { key, from, subject, text, isCut, files: stored, refusedFiles };
    try {
      await this.calls.call(receiveMail, { localPart, mail: arrived }, inOrganization(mailbox.organizationId));
    } catch (error) {
      // Without an answer, the service may still move them. What is left is removed after a day.
      if (!refusalOf(error).isTemporary) await this.remove(stored);
      throw error;
    }
    // Those that became uploads were moved.
    await this.remove(stored);
  }

  private async remove(files: readonly UploadedFile[]): Promise<void> {
    await Promise.allSettled(files.map(({ key }) => this.storage.remove(key)));
  }

  private async store({ name, content }: ReadFile): Promise<UploadedFile> {
    const key = `${INCOMING_FOLDER}/${randomBytes(18).toString('base64url')}`;
    await this.storage.write(key, Readable.from([Buffer.from(content.buffer, content.byteOffset, content.byteLength)]));
    return { key, name, size: content.byteLength };
  }
}

/** Only leads the call to the cell of the organization. The service finds the sender by the address. */
function inOrganization(organizationId: number): Caller {
  return { organizationId, userId: 0, role: ROLES.guest, isBot: true, botOwnerId: null, clientName: 'mail' };
}

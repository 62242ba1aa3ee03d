import { eventually } from './eventually.js';
import { http } from './http.js';
import { noteSecretWords } from './secret-words.js';

/** A mail as received by the SMTP server of the suite. */
export interface TakenMail {
  readonly id: number;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  /** Empty if there is none. */
  readonly replyTo: string;
}

/** The mailbox that receives all mail of the suite under test. */
export class Mailbox {
  constructor(private readonly url = process.env.PARLEY_TEST_MAILBOX ?? '') {}

  /** Oldest first. */
  async mailsTo(address: string): Promise<readonly TakenMail[]> {
    const { text } = await http({ method: 'GET', url: `${this.url}/mails.json?to=${encodeURIComponent(address)}` });
    const mails: readonly TakenMail[] = JSON.parse(text);
    // The last part of a link in a mail is a secret that grants access.
    for (const mail of mails) for (const [, token] of mail.text.matchAll(/https?:\/\/\S+\/(\S{40,})/g)) noteSecretWords({ token });
    return mails;
  }

  /** Waits for the mail to this address at this index. */
  async mailTo(address: string, index = 0): Promise<TakenMail> {
    const mails = await eventually(
      () => this.mailsTo(address),
      ({ length }) => length > index,
    );
    const mail = mails[index];
    if (mail === undefined) throw new Error(`no mail ${index} arrived for ${address}`);
    return mail;
  }
}

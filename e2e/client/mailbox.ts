import { eventually } from './eventually.js';
import { http } from './http.js';
import { noteSecretWords } from './secret-words.js';

/** A mail as the SMTP server of the suite took it. */
export interface TakenMail {
  readonly id: number;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
}

/** The mailbox that the suite under test sends all its mail to. */
export class Mailbox {
  constructor(private readonly url = process.env.PARLEY_TEST_MAILBOX ?? '') {}

  /** The oldest first. */
  async mailsTo(address: string): Promise<readonly TakenMail[]> {
    const { text } = await http({ method: 'GET', url: `${this.url}/mails.json?to=${encodeURIComponent(address)}` });
    const mails: readonly TakenMail[] = JSON.parse(text);
    // What a link holds after its last slash lets people in.
    for (const mail of mails) for (const [, token] of mail.text.matchAll(/https?:\/\/\S+\/(\S{40,})/g)) noteSecretWords({ token });
    return mails;
  }

  /** The mail to this address, or the one of that place among them. */
  async mailTo(address: string, place = 0): Promise<TakenMail> {
    const mails = await eventually(
      () => this.mailsTo(address),
      ({ length }) => length > place,
    );
    const mail = mails[place];
    if (mail === undefined) throw new Error(`no mail ${place} came to ${address}`);
    return mail;
  }
}

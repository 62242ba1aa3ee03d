import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail that the server accepted. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  /** Empty if there is none. */
  readonly replyTo: string;
  /** In lower case. */
  readonly headerNames: readonly string[];
}

/** A code, or the whole answer: `554 5.7.1 Relay access denied`. */
type Refusal = number | string;

export interface TestSmtp {
  /** The environment of a service that sends mail to it. */
  readonly env: { readonly SMTP_URL: string };
  /** Every mail accepted so far. */
  readonly received: readonly ReceivedMail[];
  /** The number of accepted mails to this address. */
  countTo(to: string): number;
  /** The number of attempts to send a mail, including rejected ones. */
  readonly offered: number;
  /** The next mail to this address that no call has returned yet. */
  next(to: string, timeoutMs?: number): Promise<ReceivedMail>;
  /** Rejects the next mails with these codes, or answers. */
  refuse(...codes: readonly Refusal[]): void;
  /** Rejects this address with this code or answer, until it is called without one. */
  refuseAddress(address: string, code?: Refusal): void;
  /** The number of rejections of this address. */
  rejectedTo(address: string): number;
  /** Rejects the sender of the next mails with these codes. */
  refuseSender(...codes: readonly number[]): void;
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const POLL_MS = 20;

/** A real SMTP server on its own port, for one test file. It stores mails and delivers none. `refusesLogins`: it wants a login, and accepts none. */
export async function testSmtp({ refusesLogins = false } = {}): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  const awaited = new Set<ReceivedMail>();
  const refusals: Refusal[] = [];
  const ofSender: number[] = [];
  const ofAddress = new Map<string, Refusal | undefined>();
  const rejected: string[] = [];
  let offered = 0;
  const server = new SMTPServer({
    disabledCommands: refusesLogins ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_, _session, done) => done(refusal(535)),
    onMailFrom: (_, _session, done) => done(refusal(ofSender.shift())),
    onRcptTo({ address }, _, done) {
      const code = ofAddress.get(address);
      if (code !== undefined) rejected.push(address);
      done(refusal(code));
    },
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      offered += 1;
      const refused = refusal(refusals.shift());
      const taking = async () => {
        const raw = await buffer(stream);
        if (refused !== undefined) throw refused;
        const { subject = '', text = '', html = '', messageId = '', replyTo = [], headers } = await PostalMime.parse(raw);
        const sender = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        received.push({
          from: sender,
          to,
          subject,
          text,
          html,
          messageId,
          replyTo: replyTo[0]?.address ?? '',
          headerNames: headers.map(({ key }) => key),
        });
      };
      taking().then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the SMTP server has no port');
  const find = (to: string) => received.find((mail) => mail.to.includes(to) && !awaited.has(mail));
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${address.port}` },
    received,
    countTo: (to) => received.filter((mail) => mail.to.includes(to)).length,
    get offered() {
      return offered;
    },
    next: async (to, timeoutMs = TIMEOUT_MS) => {
      const until = Date.now() + timeoutMs;
      for (let mail = find(to); ; mail = find(to)) {
        if (mail !== undefined) {
          awaited.add(mail);
          return mail;
        }
        if (Date.now() > until) throw new Error(`no mail to ${to} arrived`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    refuse: (...codes) => void refusals.push(...codes),
    refuseAddress: (address, code) => void ofAddress.set(address, code),
    rejectedTo: (address) => rejected.filter((each) => each === address).length,
    refuseSender: (...codes) => void ofSender.push(...codes),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** For the callback of a command: nothing if it is accepted. */
function refusal(answer: Refusal | undefined): Error | undefined {
  if (answer === undefined) return undefined;
  const [, code, text] = /^(\d{3}) (.+)$/.exec(String(answer)) ?? [undefined, answer, 'refused by the test'];
  return Object.assign(new Error(text), { responseCode: Number(code) });
}

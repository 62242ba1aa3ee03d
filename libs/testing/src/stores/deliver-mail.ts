import { createTransport } from 'nodemailer';

export interface DeliveredMail {
  readonly from?: string;
  readonly to: string | string[];
  readonly raw: string | Buffer;
}

export interface MailServer {
  readonly port: number;
  readonly lmtp?: boolean;
}

/** Delivers a mail by SMTP or LMTP, as a mail server does. Returns the code and the text of the answer. */
export async function deliverMail(
  { port, lmtp = false }: MailServer,
  { from = 'zoe@example.com', to, raw }: DeliveredMail,
): Promise<{ readonly code: number; readonly text: string }> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true, lmtp });
  try {
    const { response } = await transport.sendMail({ envelope: { from, to }, raw });
    return { code: Number(response.slice(0, 3)), text: response.slice(4) };
  } catch (error) {
    const { responseCode = 0, response = '' } = Object(error);
    return { code: responseCode, text: String(response).slice(4) };
  } finally {
    transport.close();
  }
}

import { createTransport, type Transporter } from 'nodemailer';

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
const SMTPS_PORT = 465;
const SUBMISSION_PORT = 587;

/** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
export function smtpTransport({ protocol, hostname, port, username, password }: URL): Transporter {
  const secure = protocol === 'smtps:';
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? SMTPS_PORT : SUBMISSION_PORT) : Number(port),
    secure,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // The content of a mail must never be loaded from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

import { counter, gauge, histogram } from './declare.js';

const services = ['gateway'] as const;

/** HTTP, held polls, limits and uploads. */
export const GATEWAY_METRICS = {
  httpRequestSeconds: histogram({
    name: 'parley_http_request_seconds',
    meaning: 'Duration of HTTP requests, without the polls that were held.',
    labels: { endpoint: 'the endpoint, `none` for documents and unknown paths', status: 'HTTP status' },
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
    services,
    use: 'Traffic, errors and latency as clients see them. 5xx count against availability.',
  }),
  heldPollSeconds: histogram({
    name: 'parley_held_poll_seconds',
    meaning: 'Duration of polls that found no event at first and were held.',
    labels: { status: 'HTTP status' },
    buckets: [0.1, 1, 5, 15, 30, 45, 60, 90],
    services,
    use: 'Polls without events end after 45 to 55 s. If most end sooner without events, clients or a proxy drop them.',
  }),
  heldPolls: gauge({
    name: 'parley_held_polls',
    meaning: 'Polls that are held open.',
    services,
    use: 'One for each connected client. Add gateways before it reaches `MAX_HELD_POLLS`.',
  }),
  rateLimited: counter({
    name: 'parley_rate_limited_total',
    meaning: 'Requests refused with 429.',
    labels: {
      kind: 'the limit, as in `RATE_LIMIT_...`; `organization_requests` and `organization_registrations`: the quotas of an organization',
    },
    services,
    use: 'A sudden rise is one client out of control, or a limit that is too low.',
  }),
  rateLimitUncounted: counter({
    name: 'parley_rate_limit_uncounted_total',
    meaning: 'Requests that were not counted because Redis did not answer.',
    services,
    use: 'Look at Redis. Meanwhile only wrong passwords and keys are limited.',
  }),
  failedLogins: counter({
    name: 'parley_failed_logins_total',
    meaning: 'Wrong passwords, codes of a second factor, and API keys. Attempts beyond the limits are in `parley_rate_limited_total`.',
    labels: { kind: '`password` (also of codes) or `key`', reason: 'error code of the answer' },
    services,
    use: 'A lasting rise is guessing. The log line `failed login` names the address.',
  }),
  uploads: counter({
    name: 'parley_uploads_total',
    meaning: 'Received forms with a file.',
    labels: { outcome: '`stored`, or the error code' },
    services,
    use: '`SERVICE_UNAVAILABLE`: the storage fails, or `MAX_UPLOADS` are under way.',
  }),
  uploadBytes: counter({
    name: 'parley_upload_bytes_total',
    meaning: 'Bytes of received files.',
    services,
    use: 'Growth of the storage.',
  }),
  mailsIn: counter({
    name: 'parley_mails_in_total',
    meaning: 'Mails, and recipients of mails, that were offered by SMTP or LMTP.',
    labels: { outcome: '`stored`: a message; `refused`: for good; `delayed`: the mail server repeats it' },
    services,
    use: 'A lasting rise of `delayed`: the log says why. Many `refused`: someone writes to addresses that do not hold any more.',
  }),
  organizationRequests: gauge({
    name: 'parley_organization_requests',
    meaning: 'Requests in the last whole minute of the 20 busiest organizations of this gateway.',
    labels: { organization: 'id' },
    services,
    use: 'Shows which organization causes load. Add up the gateways.',
  }),
};

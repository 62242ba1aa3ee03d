/** A service level objective: the part of its events that must be good, over 30 days. */
export interface Objective {
  readonly slo: string;
  readonly target: number;
  readonly promise: string;
  /** Rates of good and of all events over a window. */
  readonly good: (window: string) => string;
  readonly all: (window: string) => string;
}

const REQUESTS = 'parley_http_request_seconds';

/** Answers that are no error of the server. A request that Parley refuses because of the client counts as good. */
const NO_FAULT = 'status!~"5.."';

function answeredWithin(endpoint: string, seconds: number): Pick<Objective, 'good' | 'all'> {
  return {
    good: (window) => `sum(rate(${REQUESTS}_bucket{endpoint="${endpoint}",${NO_FAULT},le="${seconds}"}[${window}]))`,
    all: (window) => `sum(rate(${REQUESTS}_count{endpoint="${endpoint}"}[${window}]))`,
  };
}

export const OBJECTIVES: readonly Objective[] = [
  {
    slo: 'availability',
    target: 0.999,
    promise: 'Requests are not answered with 5xx.',
    good: (window) => `sum(rate(${REQUESTS}_count{${NO_FAULT}}[${window}]))`,
    all: (window) => `sum(rate(${REQUESTS}_count[${window}]))`,
  },
  { slo: 'send', target: 0.999, promise: 'A sent message is answered within 1 s.', ...answeredWithin('sendMessage', 1) },
  { slo: 'register', target: 0.99, promise: 'A registration is answered within 5 s.', ...answeredWithin('registerQueue', 5) },
  {
    slo: 'delivery',
    target: 0.99,
    promise: 'A change is in the queues of all its recipients within 1 s.',
    good: (window) => `sum(rate(parley_fan_out_lag_seconds_bucket{le="1"}[${window}]))`,
    all: (window) => `sum(rate(parley_fan_out_lag_seconds_count[${window}]))`,
  },
];

/** Windows of the alerts: a long one, and a short one that ends the alert soon after the errors end. */
export const BURN_WINDOWS = ['5m', '30m', '1h', '6h'] as const;

export const ERROR_RATIO = (window: (typeof BURN_WINDOWS)[number]) => `parley:slo_errors:ratio_rate${window}`;
export const ERROR_BUDGET = 'parley:slo_errors:budget';

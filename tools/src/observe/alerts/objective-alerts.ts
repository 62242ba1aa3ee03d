import { ERROR_BUDGET, ERROR_RATIO } from '../objectives.js';
import type { Alert } from './alert.js';

/** A budget of 30 days would be used up in 30 days divided by this. */
const burns = (times: number, long: '1h' | '6h', short: '5m' | '30m') =>
  [long, short].map((window) => `${ERROR_RATIO(window)} > on (slo) ${times} * ${ERROR_BUDGET}`).join(' and on (slo) ');

const requests = (status: string, values: string) => ({
  [`parley_http_request_seconds_count{endpoint="sendMessage",status="${status}"}`]: values,
  [`parley_http_request_seconds_bucket{endpoint="sendMessage",status="${status}",le="1"}`]: values,
});

export const OBJECTIVE_ALERTS: readonly Alert[] = [
  {
    name: 'ParleyErrorBudgetBurnsFast',
    expr: burns(14.4, '1h', '5m'),
    for: '2m',
    severity: 'page',
    summary: 'The objective {{ $labels.slo }} is missed: {{ $value | humanizePercentage }} of its events failed in the last hour.',
    fires: { series: { ...requests('200', '0+98x90'), ...requests('503', '0+2x90') }, at: '80m' },
    quiet: { series: { ...requests('200', '0+999x90'), ...requests('503', '0+1x90'), ...requests('400', '0+500x90') }, at: '80m' },
  },
  {
    name: 'ParleyErrorBudgetBurnsSlowly',
    expr: burns(6, '6h', '30m'),
    for: '15m',
    severity: 'ticket',
    summary: 'The objective {{ $labels.slo }} will be missed: {{ $value | humanizePercentage }} of its events failed in the last 6 hours.',
    fires: { series: { ...requests('200', '0+992x420'), ...requests('503', '0+8x420') }, at: '400m' },
    quiet: { series: { ...requests('200', '0+996x420'), ...requests('503', '0+4x420') }, at: '400m' },
  },
];

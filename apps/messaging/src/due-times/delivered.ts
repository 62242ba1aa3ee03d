/** How many items were sent, or failed, at once. */
export interface Delivered {
  readonly outcome: 'sent' | 'failed';
  readonly count: number;
}

export const ONE_SENT: Delivered = { outcome: 'sent', count: 1 };
export const ONE_FAILED: Delivered = { outcome: 'failed', count: 1 };

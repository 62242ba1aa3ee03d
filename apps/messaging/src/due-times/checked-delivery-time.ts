import { apiErrors } from '@parley/contracts';

/** Seconds since the epoch. @throws deliveryTimeNotInFuture */
export function checkedDeliveryTime(timestamp: number): number {
  if (timestamp * 1_000 <= Date.now()) throw apiErrors.deliveryTimeNotInFuture();
  return timestamp;
}

/** As the HorizontalPodAutoscaler: no change while the signal is this near to its target. */
const TOLERANCE = 0.1;

/**
 * The number of replicas that Kubernetes would choose (`autoscaling/v2`, AverageValue): so many that the mean of the signal is at most the target.
 * @param signals of each replica
 */
export function wantedReplicas(signals: readonly number[], target: number, most: number): number {
  const mean = meanOf(signals);
  if (Math.abs(mean / target - 1) <= TOLERANCE) return signals.length;
  return Math.min(Math.max(Math.ceil((signals.length * mean) / target), 1), most);
}

export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length;
}

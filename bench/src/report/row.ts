export interface Figures {
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
  readonly perSecond?: number;
  /** Of what the scenario counts: memory per held poll, traffic per client. */
  readonly kilobytes?: number;
}

/** One line of the report: what was measured, and what a bare program on the same machine does. */
export interface Row {
  readonly scenario: string;
  readonly measured: Figures;
  readonly ceiling?: Figures;
  readonly ratio?: number | undefined;
  readonly ratioOf?: string;
}

export interface Scale {
  readonly durationMs: number;
  readonly warmUpMs: number;
  readonly sendConcurrencies: readonly number[];
  readonly subscribers: readonly number[];
  readonly heldPolls: readonly number[];
  readonly deliveries: number;
  readonly registers: number;
  readonly memoryPolls: number;
  /** Clients that come back at once. */
  readonly returning: number;
  /** People subscribed in one call. */
  readonly crowd: number;
  /** Messages an organization has when reading is measured. */
  readonly archivedMessages: number;
}

export type Progress = (step: string) => void;

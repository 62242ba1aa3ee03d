export interface Figures {
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
  readonly perSecond?: number;
  /** Unit depends on the scenario: memory per held poll, traffic per client. */
  readonly kilobytes?: number;
}

/** One line of the report: the measured figures, and those of a bare program on the same machine. */
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
  /** Clients that reconnect at once. */
  readonly returning: number;
  /** Users subscribed in one call. */
  readonly crowd: number;
  /** Messages of the organization in which reading is measured. */
  readonly archivedMessages: number;
}

export type Progress = (step: string) => void;

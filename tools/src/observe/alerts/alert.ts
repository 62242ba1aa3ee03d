/** Input of a rule test: series by selector, with values in the notation of promtool (one a minute), and the time at which it looks. */
export interface Sample {
  readonly series: Readonly<Record<string, string>>;
  readonly at: string;
}

/** An alert with what proves it: values at which it fires, and similar values at which it does not. Its section in docs/runbooks.md has its name. */
export interface Alert {
  readonly name: `Parley${string}`;
  readonly expr: string;
  /** How long it must hold. */
  readonly for?: string;
  /** page: act at once, also at night. ticket: act on the next working day. */
  readonly severity: 'page' | 'ticket';
  readonly summary: string;
  readonly fires: Sample;
  readonly quiet: Sample;
}

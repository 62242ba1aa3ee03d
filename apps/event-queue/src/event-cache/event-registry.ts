import { FAN_OUTS, type FanOut, type IndexChange, type Part } from '@parley/client-events';

/** The client events and index changes that an event declares. */
export interface KnownEvent {
  readonly parts: readonly Part[];
  readonly indexChanges: readonly IndexChange[];
}

/** All declared domain events, by type. */
export class EventRegistry {
  constructor(private readonly declared: ReadonlyMap<string, FanOut> = FAN_OUTS) {}

  /** Null if the type is unknown here (a newer release logged it) or the payload does not match its declaration. */
  read(type: string, payload: unknown): KnownEvent | null {
    const declaration = this.declared.get(type);
    const parsed = declaration?.event.payload.safeParse(payload);
    if (declaration === undefined || parsed?.success !== true) return null;
    return { parts: declaration.parts(parsed.data), indexChanges: declaration.indexChanges(parsed.data) };
  }
}

import { DOMAIN_EVENTS, type DomainEvent, type IndexChange, type Part } from '@parley/contracts';

/** What an event means, by its declaration. */
export interface KnownEvent {
  readonly parts: readonly Part[];
  readonly indexChanges: readonly IndexChange[];
}

/** The declared events. */
export class EventCatalog {
  constructor(private readonly declared: ReadonlyMap<string, DomainEvent> = DOMAIN_EVENTS) {}

  /** Null for a type that nobody declared here (a newer release logged it) and for a payload that its declaration does not accept. */
  read(type: string, payload: unknown): KnownEvent | null {
    const declaration = this.declared.get(type);
    const parsed = declaration?.payload.safeParse(payload);
    if (declaration === undefined || parsed?.success !== true) return null;
    return { parts: declaration.parts(parsed.data), indexChanges: declaration.indexChanges(parsed.data) };
  }
}

import type { InputOf } from '@parley/contracts';
import type { RegisterOptions, registerQueue } from '@parley/contracts/event-queue';

type Params = InputOf<typeof registerQueue>;

/** The parameters of a registration that the services need in order to read their parts. */
export function registerOptionsOf(params: Params, clientGravatar: boolean): RegisterOptions {
  return {
    fetchEventTypes: params.fetch_event_types ?? params.event_types ?? null,
    clientGravatar,
    includeSubscribers: includeSubscribers(params),
    slimPresence: params.slim_presence,
    presenceHistoryLimitDays: params.presence_history_limit_days,
    applyMarkdown: params.apply_markdown,
    capabilities: params.client_capabilities ?? {},
  };
}

export function includeSubscribers({ include_subscribers: requested }: Params): 'true' | 'false' | 'partial' {
  return typeof requested === 'boolean' ? (requested ? 'true' : 'false') : requested;
}

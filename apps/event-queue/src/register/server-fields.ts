import { EVENT_QUEUE_TIMINGS, FEATURE_LEVEL, LIMITS, SERVER_VERSION } from '@parley/contracts';

/** Fields about the server itself, which every registration contains. */
export const serverFields = {
  service_feature_level: FEATURE_LEVEL,
  zulip_feature_level: FEATURE_LEVEL,
  zulip_version: SERVER_VERSION,
  zulip_merge_base: SERVER_VERSION,
  event_queue_longpoll_timeout_seconds: EVENT_QUEUE_TIMINGS.longpollTimeoutSeconds,
  ...LIMITS,
};

import { alertmanager } from './alertmanager/index.js';
import { github } from './github/index.js';
import { gitlab } from './gitlab/index.js';
import { grafana } from './grafana/index.js';
import type { Integration } from './integration.js';
import { jira } from './jira/index.js';
import { json } from './json/index.js';
import { pagerduty } from './pagerduty/index.js';
import { sentry } from './sentry/index.js';
import { slackIncoming } from './slack-incoming/index.js';

/** By display name. */
export const INTEGRATIONS: readonly Integration[] = [
  alertmanager,
  github,
  gitlab,
  grafana,
  jira,
  json,
  pagerduty,
  sentry,
  slackIncoming,
].sort((a, b) => a.displayName.localeCompare(b.displayName));

const BY_NAME: ReadonlyMap<string, Integration> = new Map(INTEGRATIONS.map((integration) => [integration.name, integration]));

export function integrationNamed(name: string): Integration | undefined {
  return BY_NAME.get(name);
}

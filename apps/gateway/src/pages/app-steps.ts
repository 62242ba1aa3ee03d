import { escapeHtml } from '@parley/runtime';

/** Apps that speak this API, for phones and computers. */
const APPS_URL = 'https://zulip.com/apps/';

/** HTML that explains how to log in: get an app, enter the address of the organization, log in. */
export function appSteps(organizationUrl: string, email?: string): string {
  const account = email === undefined ? 'your email address' : `<strong>${escapeHtml(email)}</strong>`;
  return `<ol>
<li>Get an app. All <a href="${APPS_URL}">Zulip apps</a> work: for Android, iPhone, Windows, macOS and Linux.</li>
<li>In the app, enter this address of the organization: <strong>${escapeHtml(organizationUrl)}</strong></li>
<li>Log in with ${account} and your password.</li>
</ol>`;
}

import type { Demo } from './demo.js';
import type { Suite } from './suite.js';

/** The last output of `npm start`: the addresses, how to sign in, and one command to copy. */
export function readyMessage(
  demo: Demo,
  { demoFile, mailboxUrl, jobBoard, prometheusUrl }: Pick<Suite, 'demoFile' | 'mailboxUrl' | 'jobBoard' | 'prometheusUrl'>,
): string {
  const [first] = demo.organizations;
  const person = first?.users.find(({ is_bot }) => !is_bot);
  const hosts = demo.organizations.map(({ host }) => `http://${host}`).join('  ');
  const lines = [
    '',
    `Parley is ready at ${demo.base_url}`,
    `  organizations  ${hosts}`,
    `  users and keys ${demoFile}`,
    `  API docs       ${demo.base_url}/api/docs`,
    ...(mailboxUrl === undefined ? [] : [`  mails          ${mailboxUrl}`]),
    `  job queues     ${jobBoard.url}`,
    `                 user ${jobBoard.user}, password ${jobBoard.password}`,
    ...(prometheusUrl === undefined ? [] : [`  Prometheus     ${prometheusUrl}/alerts`]),
  ];
  if (person) {
    lines.push(
      '',
      `Chat in a browser: open ${demo.base_url}`,
      `  email address  ${person.delivery_email}`,
      `  password       ${person.password}`,
      '',
      'Send a message to yourself:',
      '',
      `  curl -sS -u '${person.email}:${person.api_key}' ${demo.base_url}/api/v1/messages \\`,
      `    -d type=direct -d 'to=[${person.user_id}]' -d 'content=Hello from curl'`,
    );
  }
  return `${lines.join('\n')}\n`;
}

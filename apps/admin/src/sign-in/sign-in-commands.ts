import type { AnswerOptions, CommandParts } from '../portability/portability-commands.js';
import { AllowProvider } from './allow-provider.js';
import { EnablePasswords } from './enable-passwords.js';
import { ListProviders } from './list-providers.js';

/** How people of an organization sign in, beyond what its owners decide. */
export function addSignInCommands({ command, answer, json }: CommandParts): void {
  const organization = ['<organization>', 'string id of the organization (its subdomain)'] as const;

  command('list-providers', 'list the identity providers of an organization')
    .argument(...organization)
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) => answer(options, (suite) => new ListProviders(suite).execute(stringId)));

  command('allow-provider', 'let people sign in through an identity provider that was forbidden')
    .argument(...organization)
    .argument('<provider>', 'its id in list-providers')
    .option('--no-longer', 'forbid it, and end the sessions that began through it')
    .addOption(json())
    .action((stringId: string, provider: string, { longer, ...options }: AnswerOptions & { readonly longer: boolean }) =>
      answer(options, (suite) => new AllowProvider(suite).execute(stringId, provider, longer)),
    );

  command('enable-passwords', 'let people sign in with passwords again')
    .argument(...organization)
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) => answer(options, (suite) => new EnablePasswords(suite).execute(stringId)));
}

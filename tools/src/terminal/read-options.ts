import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ClearError } from './clear-error.js';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<T extends Options> = ReturnType<typeof parseArgs<{ args: string[]; options: T; strict: true }>>['values'];

export interface CommandLine {
  /** As typed, such as `npm start`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * The options of an npm script.
 * @throws ClearError for an unknown option, or one whose value npm has separated
 */
export function readOptions<T extends Options>({ command, args, environment }: CommandLine, options: T): Values<T> {
  const all = [...args, ...optionsTakenByNpm({ command, args, environment }, options)];
  try {
    return parseArgs({ args: all, options, strict: true }).values;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new ClearError(`${error.message.split('. ')[0]}. ${command} -- --help shows the options.`);
  }
}

/** In `npm start --detach`, without `--` before it, npm takes the option as its own setting, and the script finds it in npm_config_detach. */
function optionsTakenByNpm({ command, args, environment }: CommandLine, options: Options): string[] {
  return Object.entries(options).flatMap(([name, { type }]) => {
    const value = environment[`npm_config_${name.replaceAll('-', '_')}`] ?? '';
    const isGiven = args.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
    if (isGiven || value === '' || value === 'false') return [];
    if (type === 'boolean') return value === 'true' ? [`--${name}`] : [];
    // npm separates an option from its value, unless there is an equals sign between them.
    if (value === 'true')
      throw new ClearError(`npm took --${name} for itself. Type -- before the options: ${command} -- --${name} <value>`);
    return [`--${name}=${value}`];
  });
}

import { type ClientState, channels, isSubscribed, subscriptions } from '@parley/client';
import { allEmoji, type Emoji } from '../emoji/emoji-names.js';
import { bestFits } from '../matching/best-fits.js';
import { composeTexts } from '../texts/parts/compose-texts.js';
import type { Texts } from '../texts/texts.js';
import type { PageContext } from '../workspace/context.js';
import type { Workspace } from '../workspace/workspace.js';
import type { Completion } from './completion.js';
import { namedTimes, readTime, timeMarkdown } from './times.js';

export interface Suggestion {
  readonly key: string;
  readonly label: string;
  readonly detail?: string;
  readonly glyph?: string;
  readonly picture?: string;
  /** What is written for it. */
  readonly text: string;
}

const MOST = 8;

/** What can complete the text. Only emoji and topics need the server. */
export async function suggestionsFor(
  completion: Completion,
  { workspace, texts }: Pick<PageContext, 'workspace' | 'texts'>,
): Promise<readonly Suggestion[]> {
  const { state } = workspace.organization.store.get();
  switch (completion.kind) {
    case 'person':
      return peopleFor(state, completion.query, workspace.session.userId);
    case 'channel':
      return channelsFor(state, completion.query);
    case 'topic':
      return topicsFor(state, completion, workspace);
    case 'emoji':
      return emojiFor(await allEmoji(workspace.client, state), completion.query);
    case 'time':
      return timesFor(completion.query, texts, new Date());
    case 'command':
      return commandsFor(completion.query, texts);
  }
}

function peopleFor(state: ClientState, query: string, userId: number): Suggestion[] {
  const people = (state.realm_users ?? []).filter((person) => person.is_active && person.user_id !== userId);
  const names = new Map<string, number>();
  for (const { full_name } of people) names.set(full_name, (names.get(full_name) ?? 0) + 1);
  const groups = (state.realm_user_groups ?? []).filter((group) => !group.is_system_group && !group.deactivated);
  const found = bestFits(people, query, ({ full_name, email }) => [full_name, email], MOST);
  return [
    ...found.map(({ user_id, full_name, delivery_email }) => ({
      key: `person ${user_id}`,
      label: full_name,
      ...(delivery_email !== null && { detail: delivery_email }),
      text: (names.get(full_name) ?? 0) > 1 ? `@**${full_name}|${user_id}**` : `@**${full_name}**`,
    })),
    ...bestFits(groups, query, ({ name }) => [name], MOST - found.length).map(({ id, name, description }) => ({
      key: `group ${id}`,
      label: name,
      detail: description,
      text: `@*${name}*`,
    })),
    ...bestFits(['all'], query, (name) => [name], 1).map((name) => ({ key: name, label: name, text: `@**${name}**` })),
  ].slice(0, MOST);
}

function channelsFor(state: ClientState, query: string): Suggestion[] {
  const others = channels(state).filter(({ stream_id }) => !isSubscribed(state, stream_id));
  const found = bestFits([...subscriptions(state), ...others], query, ({ name }) => [name], MOST);
  return found.flatMap(({ stream_id, name, description }, place) => [
    { key: `channel ${stream_id}`, label: `#${name}`, detail: description, text: `#**${name}**` },
    // The first one can be followed by a topic.
    ...(place === 0 ? [{ key: `topic of ${stream_id}`, label: `#${name} › …`, text: `#**${name}>` }] : []),
  ]);
}

function topicsFor(state: ClientState, { channel, query }: Completion, { topics }: Workspace): Suggestion[] {
  const found = channels(state).find(({ name }) => name === channel);
  if (found === undefined) return [];
  topics.open(found.stream_id);
  const known = topics.store.get().get(found.stream_id) ?? [];
  return bestFits(known, query, ({ name }) => [name], MOST).map(({ name }) => ({
    key: name,
    label: `#${found.name} › ${name}`,
    text: `#**${found.name}>${name}**`,
  }));
}

function timesFor(query: string, texts: Texts, now: Date): Suggestion[] {
  const words = texts.part(composeTexts);
  const typed = readTime(query, now);
  const named = namedTimes(now).map(([name, time]) => ({ name: words.of(name), time }));
  const found = typed === undefined ? bestFits(named, query, ({ name }) => [name], MOST) : [{ name: query.trim(), time: typed }];
  return found.map(({ name, time }) => ({
    key: name,
    label: name,
    detail: texts.moment(time.getTime() / 1_000),
    text: timeMarkdown(time),
  }));
}

const COMMANDS = [
  ['/me', 'commandMe'],
  ['/poll', 'commandPoll'],
  ['/todo', 'commandTodo'],
] as const;

function commandsFor(query: string, texts: Texts): Suggestion[] {
  const words = texts.part(composeTexts);
  return COMMANDS.filter(([command]) => command.startsWith(`/${query}`)).map(([command, meaning]) => ({
    key: command,
    label: command,
    detail: words.of(meaning),
    text: command,
  }));
}

function emojiFor(emoji: readonly Emoji[], query: string): Suggestion[] {
  return bestFits(emoji, query, ({ names }) => names, MOST).map(({ code, type, name, glyph, picture }) => ({
    key: `${type} ${code}`,
    label: name,
    ...(glyph !== undefined && { glyph }),
    ...(picture !== undefined && { picture }),
    text: `:${name}:`,
  }));
}

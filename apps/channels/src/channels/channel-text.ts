import { apiErrors, faultInName, LIMITS } from '@parley/contracts';
import { renderDescription } from '@parley/markdown';

/** Without spaces around it. Lengths are counted in Unicode code points. @throws channelNameEmpty, channelNameTooLong, channelNameInvalid */
export function checkedChannelName(input: string): string {
  const name = input.trim();
  const characters = [...name];
  if (characters.length === 0) throw apiErrors.channelNameEmpty();
  if (characters.length > LIMITS.max_stream_name_length) {
    throw apiErrors.channelNameTooLong({ limit: LIMITS.max_stream_name_length });
  }
  const position = faultInName(name);
  if (position !== undefined) throw apiErrors.channelNameInvalid({ position });
  return name;
}

/** The description on one line, and rendered. */
export function channelDescription(text: string): { description: string; renderedDescription: string } {
  const description = text.replace(/\r?\n/g, ' ').trim();
  return { description, renderedDescription: renderDescription(description) };
}

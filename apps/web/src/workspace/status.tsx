import type { UserStatus } from '@parley/contracts/settings';
import { glyphOf, pictureOf } from '../emoji/glyph.js';
import { useClientState } from './context.js';

/** The status of a person: an emoji, a text, or both. */
export function Status({ status }: { readonly status: UserStatus }) {
  const state = useClientState();
  const { status_text: text = '', emoji_name: name, emoji_code: code = '', reaction_type: type } = status;
  const picture = type === 'realm_emoji' ? pictureOf(state, code) : undefined;
  return (
    <span className="status" title={text}>
      {picture !== undefined && <img src={picture} alt={name ?? ''} />}
      {picture === undefined && name !== undefined && (
        <span role="img" aria-label={name.replaceAll('_', ' ')}>
          {glyphOf(code) ?? `:${name}:`}
        </span>
      )}
      {text !== '' && <span dir="auto">{text}</span>}
    </span>
  );
}

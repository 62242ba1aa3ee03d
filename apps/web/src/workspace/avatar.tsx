import { user } from '@parley/client';
import { useState } from 'react';
import { useClientState } from './context.js';
import { avatarOf } from './names.js';

const HUES = 12;

/** The picture of a person. Their initial, if it cannot be loaded. The name is beside it. */
export function Avatar({ userId, address }: { readonly userId: number; readonly address?: string | null }) {
  const state = useClientState();
  const source = address ?? avatarOf(state, userId);
  const [failed, setFailed] = useState<string>();
  if (failed !== source) return <img className="avatar" src={source} alt="" onError={() => setFailed(source)} />;
  const [initial = '?'] = user(state, userId).full_name;
  return (
    <span className="avatar initial" style={{ '--hue': `${(userId % HUES) * (360 / HUES)}deg` } as React.CSSProperties} aria-hidden="true">
      {initial}
    </span>
  );
}

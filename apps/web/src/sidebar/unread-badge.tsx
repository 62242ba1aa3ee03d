import { usePage } from '../workspace/context.js';

export function UnreadBadge({ count }: { readonly count: number }) {
  const { texts } = usePage();
  if (count === 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{texts.number(count)}</span>
      <span className="hidden">{texts.count('unread', count)}</span>
    </span>
  );
}

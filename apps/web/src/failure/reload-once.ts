import type { TextStorage } from '../workspace/drafts.js';

/** What is used of the browser. */
export interface ReloadOptions {
  /** Of the tab. It outlives the reload. */
  readonly storage: () => TextStorage;
  readonly reach: () => Promise<boolean>;
  readonly reload: () => void;
  readonly now: () => number;
}

const TIME = 'parley reloaded at';
const NOTE = 'parley was reloaded';
/** A file that is still missing then is not missing because of an upgrade of this page. */
const NOT_AGAIN_MS = 600_000;

const BROWSER: ReloadOptions = {
  storage: () => sessionStorage,
  reach: () => fetch('/app', { method: 'HEAD', cache: 'no-store' }).then(({ ok }) => ok),
  reload: () => location.reload(),
  now: Date.now,
};

/**
 * Loads the page again after a file of it was missing on a server that can be reached: the server has another version by now, as during an
 * upgrade. Not again within ten minutes, and not where the tab cannot remember that.
 */
export async function reloadOnce({ storage, reach, reload, now }: ReloadOptions = BROWSER): Promise<void> {
  try {
    const at = Number(storage().getItem(TIME) ?? 0);
    if (now() - at < NOT_AGAIN_MS || !(await reach())) return;
    storage().setItem(TIME, String(now()));
    storage().setItem(NOTE, 'yes');
  } catch {
    return;
  }
  reload();
}

/** Whether this page was loaded by `reloadOnce`. Only the first question is answered with yes. */
export function wasReloaded({ storage }: Pick<ReloadOptions, 'storage'> = BROWSER): boolean {
  try {
    const isNoted = storage().getItem(NOTE) !== null;
    storage().removeItem(NOTE);
    return isNoted;
  } catch {
    return false;
  }
}

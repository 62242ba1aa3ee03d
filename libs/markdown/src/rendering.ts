import type { Env } from 'markdown-it';
import { Budget } from './budget.js';
import { limits } from './limits.js';
import type { CustomEmoji, Named, RenderContext } from './render-context.js';
import { Slot } from './slot.js';

/** The state of one rendering: the context, indexed for the rules, and the remaining budgets. */
export class Rendering {
  readonly linkifiers;
  readonly translateEmoticons: boolean;
  readonly previewMedia: boolean;
  readonly defaultCodeLanguage: string;
  readonly #users;
  readonly #groups;
  readonly #channels;
  readonly #customEmoji: ReadonlyMap<string, CustomEmoji>;
  readonly #highlighting = new Budget(limits.highlightedCharacters);
  readonly #typesetting = new Budget(limits.texCharacters);
  readonly #emoji = new Budget(limits.emoji);
  readonly #foundEmoji = new Budget(limits.emoji);
  readonly #linkifying = new Budget(limits.linkifying);

  constructor(context: RenderContext) {
    this.linkifiers = context.linkifiers;
    this.translateEmoticons = context.translateEmoticons ?? false;
    this.previewMedia = context.previewMedia ?? true;
    this.defaultCodeLanguage = context.defaultCodeLanguage ?? '';
    this.#users = new NameIndex(context.users);
    this.#groups = new NameIndex(context.groups);
    this.#channels = new NameIndex(context.channels);
    this.#customEmoji = new Map(context.customEmoji?.map((emoji) => [emoji.name, emoji]));
  }

  /** The user in `@**Name**` or `@**Name|7**` or `@**|7**`. If both name and id are given, both must match. */
  user(name: string, id: number | undefined): Named | undefined {
    if (id === undefined) return this.#users.byName(name);
    const user = this.#users.byId(id);
    return user !== undefined && (name === '' || sameName(user.name, name)) ? user : undefined;
  }

  group(name: string): Named | undefined {
    return this.#groups.byName(name);
  }

  channel(name: string): Named | undefined {
    return this.#channels.byName(name);
  }

  customEmoji(name: string): CustomEmoji | undefined {
    return this.#customEmoji.get(name);
  }

  mayHighlight(code: string): boolean {
    return this.#highlighting.spend(code.length);
  }

  mayTypeset(tex: string): boolean {
    return this.#typesetting.spend(Math.max(tex.length, limits.texFormula));
  }

  mayLinkify(work: number): boolean {
    return this.#linkifying.spend(work);
  }

  /** Of emoji that stand as characters. No more of them are looked for than may be drawn. */
  mayFindEmoji(): boolean {
    return this.#foundEmoji.spend(1);
  }

  mayDrawEmoji(): boolean {
    return this.#emoji.spend(1);
  }
}

/** Two users may have the same name. Without an id it means the one with the lower id; clients add the id if they offer both. */
class NameIndex {
  readonly #byId = new Map<number, Named>();
  readonly #byName = new Map<string, Named>();

  constructor(entries: readonly Named[] = []) {
    for (const entry of entries) {
      this.#byId.set(entry.id, entry);
      const key = entry.name.toLowerCase();
      const known = this.#byName.get(key);
      if (known === undefined || entry.id < known.id) this.#byName.set(key, entry);
    }
  }

  byId(id: number): Named | undefined {
    return this.#byId.get(id);
  }

  byName(name: string): Named | undefined {
    return this.#byName.get(name.toLowerCase());
  }
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

const renderings = new Slot<Env, Rendering>();

/** The environment that markdown-it passes to its rules, with our rendering attached. */
export function environmentFor(rendering: Rendering): Env {
  const environment: Env = {};
  renderings.set(environment, rendering);
  return environment;
}

export function renderingOf(environment: Env | undefined): Rendering {
  const rendering = environment && renderings.get(environment);
  if (rendering === undefined) throw new Error('a Markdown rule ran outside of renderMessage');
  return rendering;
}

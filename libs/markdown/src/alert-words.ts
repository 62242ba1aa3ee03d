/**
 * Finds the alert words of many users in one text. Words match regardless of case and only as whole words: neither end of a match may be inside
 * a word. Compiled once per set of words; the cost of a search depends on the text and the longest word, not on the number of words.
 */
export class AlertWords<Owner> {
  readonly #root: Node<Owner> = newNode();

  constructor(words: Iterable<readonly [word: string, owner: Owner]>) {
    for (const [word, owner] of words) {
      let node = this.#root;
      for (const character of word.trim().toLowerCase()) node = childOf(node, character);
      if (node !== this.#root) node.owners.add(owner);
    }
  }

  /** The owners of all alert words in the source text, including words in code and URLs. */
  ownersAlertedBy(text: string): Set<Owner> {
    const owners = new Set<Owner>();
    const characters = Array.from(text.toLowerCase());
    for (let start = 0; start < characters.length; start += 1) {
      if (!isWithinWord(characters, start)) this.#collectFrom(characters, start, owners);
    }
    return owners;
  }

  #collectFrom(characters: readonly string[], start: number, owners: Set<Owner>): void {
    let node: Node<Owner> | undefined = this.#root;
    for (let position = start; position < characters.length; position += 1) {
      node = node.children.get(characters[position] ?? '');
      if (node === undefined) return;
      if (node.owners.size > 0 && !isWithinWord(characters, position + 1)) for (const owner of node.owners) owners.add(owner);
    }
  }
}

interface Node<Owner> {
  children: Map<string, Node<Owner>>;
  owners: Set<Owner>;
}

function newNode<Owner>(): Node<Owner> {
  return { children: new Map(), owners: new Set() };
}

function childOf<Owner>(node: Node<Owner>, character: string): Node<Owner> {
  const known = node.children.get(character);
  if (known !== undefined) return known;
  const child = newNode<Owner>();
  node.children.set(character, child);
  return child;
}

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;

/** Whether both characters around `position` belong to the same word. */
function isWithinWord(characters: readonly string[], position: number): boolean {
  return wordCharacter.test(characters[position - 1] ?? '') && wordCharacter.test(characters[position] ?? '');
}

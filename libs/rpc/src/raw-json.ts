import { digestOf, share, unpooled } from './shared-texts.js';

const COMMA = Buffer.from(',');
/** The size of `{}` and `[]`. */
const EMPTY_BYTES = 2;

/**
 * JSON that is already serialized: large answers that pass through several services, or are the same for many callers, are not
 * parsed and serialized again on their way. A handler may return it, and an object made by `object` may contain it.
 *
 * It is kept in the pieces in which it arrived. Each copy of several megabytes brings the next full garbage collection nearer, which costs more
 * than all other work on it.
 */
export class RawJson {
  readonly size: number;

  constructor(readonly pieces: readonly Uint8Array[]) {
    this.size = pieces.reduce((size, piece) => size + piece.length, 0);
  }

  static of(value: unknown): RawJson {
    return RawJson.written(JSON.stringify(value));
  }

  /** Text that is JSON already. */
  static written(json: string): RawJson {
    return new RawJson([Buffer.from(json)]);
  }

  /** Like `JSON.stringify`, with values that may be RawJson. */
  static object(fields: Readonly<Record<string, unknown>>): RawJson {
    const texts = Object.entries(fields).filter((entry): entry is [string, RawJson] => entry[1] instanceof RawJson);
    const plain = RawJson.of(Object.fromEntries(Object.entries(fields).filter(([, value]) => !(value instanceof RawJson))));
    return RawJson.merged([plain, ...texts.map(([name, text]) => new RawJson([headOf(name), ...text.pieces, Buffer.from('}')]))]);
  }

  /**
   * A list or an object that many answers contain. Where the callers of a contract hold shared texts (`sharesTexts`), they receive it only once
   * (docs/adr/0039-shared-texts-on-the-bus.md). Not for what differs between callers.
   */
  shared(): RawJson {
    const text = unpooled(this.pieces, this.size);
    const content = text.subarray(1, -1);
    share(content);
    // Now, and not when it is sent: the digests of all texts of a large answer take too long at once.
    digestOf(content);
    return new RawJson([text.subarray(0, 1), content, text.subarray(-1)]);
  }

  /** JSON in parts: text, and values that may be shared. */
  static ofParts(parts: readonly (string | RawJson)[]): RawJson {
    const pieces: Uint8Array[] = [];
    let text = '';
    for (const part of parts) {
      if (typeof part === 'string') {
        text += part;
        continue;
      }
      pieces.push(Buffer.from(text), ...part.pieces);
      text = '';
    }
    return new RawJson([...pieces, Buffer.from(text)]);
  }

  /** One object with the fields of all. No two objects may share a field. */
  static merged(objects: readonly RawJson[]): RawJson {
    return joined('{', objects, '}');
  }

  /** One list with the items of all. */
  static concatenated(lists: readonly RawJson[]): RawJson {
    return joined('[', lists, ']');
  }

  /** The value of the only field of an object. The field must have this name. */
  only(name: string): RawJson {
    const head = headOf(name);
    const [first = head.subarray(0, 0)] = this.pieces;
    if (!head.equals(first.subarray(0, head.length))) throw new Error(`not an object with the field ${name} alone`);
    return new RawJson(this.cut(head.length, 1));
  }

  /** Replaces a value that is contained in exactly these bytes. */
  replaced(value: RawJson, by: RawJson): RawJson {
    const whole = this.toBuffer();
    const at = whole.indexOf(value.toBuffer());
    if (at < 0) throw new Error('the value to replace is not there');
    return new RawJson([whole.subarray(0, at), ...by.pieces, whole.subarray(at + value.size)]);
  }

  /** Without its first and last bytes, which are in the first and the last piece. */
  cut(before: number, after: number): Uint8Array[] {
    const last = this.pieces.length - 1;
    // Pieces in between stay the same objects, which is how a shared text is known.
    return this.pieces.map((piece, index) =>
      index > 0 && index < last ? piece : piece.subarray(index === 0 ? before : 0, index === last ? piece.length - after : piece.length),
    );
  }

  toBuffer(): Buffer {
    return Buffer.concat(this.pieces, this.size);
  }

  toString(): string {
    return this.toBuffer().toString();
  }
}

function headOf(name: string): Buffer {
  return Buffer.from(`{${JSON.stringify(name)}:`);
}

function joined(open: string, texts: readonly RawJson[], close: string): RawJson {
  const contents = texts.filter(({ size }) => size > EMPTY_BYTES).map((text) => text.cut(1, 1));
  const pieces = contents.flatMap((content, index) => (index === 0 ? content : [COMMA, ...content]));
  return new RawJson([Buffer.from(open), ...pieces, Buffer.from(close)]);
}

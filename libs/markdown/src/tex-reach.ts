/**
 * Whether a formula can display something outside of its own box, over other messages. KaTeX does not limit negative lengths, and ignores the size
 * of smashed, lapped or tagged content. So lengths are limited here, and such content must be flat.
 */
export function reachesOut(nodes: unknown): boolean {
  const reach = { raised: 0, drawnBack: 0 };
  return !isWithinReach(nodes, reach) || reach.raised > MAX_RAISED || reach.drawnBack > MAX_DRAWN_BACK;
}

/** Commands that this requires, as KaTeX reads them. Formulas without any need not be parsed twice. */
export const reachingCommand =
  /\\(?:raisebox|smash|(?:math)?[lrc]lap|m?kern|[hm]skip|hspace|rule|tag|genfrac|above|cr|newline|!|neg(?:thin|med|thick)space)(?![a-zA-Z])|\\(?:tmspace|[a-zA-Z]*@)|\\\\[\s\S]*\[/;

/** In em, for the whole formula. */
const MAX_RAISED = 10;
const MAX_DRAWN_BACK = 10;
/** In em, for one length. */
const MAX_LENGTH = 20;
/** Maximum overlap of rows in em with which they stay inside their table. */
const MAX_ROW_OVERLAP = 0.5;
/** Maximum levels of fractions, roots and scripts in flat content, and its maximum number of symbols. */
const MAX_FLAT_LEVELS = 2;
const MAX_FLAT_SIGNS = 60;

interface Reach {
  raised: number;
  drawnBack: number;
}

type Node = Readonly<Record<string, unknown>>;

function isWithinReach(value: unknown, reach: Reach): boolean {
  if (Array.isArray(value)) return value.every((each) => isWithinReach(each, reach));
  if (!isNode(value)) return true;
  return isAllowed(value, reach) && Object.entries(value).every(([key, child]) => key === 'loc' || isWithinReach(child, reach));
}

function isAllowed(node: Node, reach: Reach): boolean {
  switch (node.type) {
    case 'raisebox':
      return spend(reach, 'raised', Math.abs(inEm(node.dy)));
    case 'kern': {
      const length = inEm(node.dimension);
      return length >= 0 ? length <= MAX_LENGTH : spend(reach, 'drawnBack', -length);
    }
    case 'rule':
      return [node.width, node.height].every((length) => inEm(length) >= 0) && spend(reach, 'raised', Math.abs(inEm(node.shift)));
    case 'cr':
      return inEm(node.size) >= -MAX_ROW_OVERLAP;
    case 'array':
      return [node.rowGaps].flat().every((gap) => inEm(gap) >= -MAX_ROW_OVERLAP);
    case 'genfrac':
      return inEm(node.barSize) >= 0;
    case 'smash':
    case 'lap':
      return isFlat(node.body);
    case 'tag':
      return isFlat(node.tag);
    default:
      return true;
  }
}

function spend(reach: Reach, kind: keyof Reach, length: number): boolean {
  reach[kind] += length;
  return true;
}

const FLAT = new Set(
  'mathord textord atom ordgroup styling text font color supsub accent op operatorname spacing kern mclass genfrac sqrt htmlmathml internal'.split(
    ' ',
  ),
);
const RISING = new Set(['genfrac', 'sqrt', 'supsub']);

function isFlat(content: unknown): boolean {
  let signs = 0;
  return isFlatAt(content, 0) && signs <= MAX_FLAT_SIGNS;

  function isFlatAt(value: unknown, level: number): boolean {
    if (Array.isArray(value)) return value.every((each) => isFlatAt(each, level));
    if (!isNode(value)) return true;
    if (value.type === 'phantom' || value.type === 'vphantom') return true;
    if (typeof value.type === 'string' && !FLAT.has(value.type)) return false;
    const inner = RISING.has(String(value.type)) ? level + 1 : level;
    signs += typeof value.text === 'string' ? 1 : 0;
    return inner <= MAX_FLAT_LEVELS && Object.entries(value).every(([key, child]) => key === 'loc' || isFlatAt(child, inner));
  }
}

/** Units in points; ten are an em. */
const points: Readonly<Record<string, number>> = {
  em: 10,
  ex: 4.31,
  mu: 10 / 18,
  pt: 1,
  mm: 2.845,
  cm: 28.45,
  in: 72.27,
  bp: 1.00375,
  pc: 12,
  dd: 1.07,
  cc: 12.84,
  nd: 1.067,
  nc: 12.8,
  sp: 1 / 65_536,
  px: 1.00375,
};

/** Absent lengths are 0. An unknown unit counts as infinite, so it is rejected. */
function inEm(length: unknown): number {
  if (!isNode(length)) return 0;
  const unit = points[String(length.unit)];
  return unit === undefined ? Number.NaN : (Number(length.number) * unit) / 10;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

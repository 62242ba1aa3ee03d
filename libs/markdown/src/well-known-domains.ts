/** Country domains: second letters by the first. Without `md` and `py`, because `README.md` and `main.py` are files. */
const countries: Readonly<Record<string, string>> = {
  a: 'cdefgilmoqrstuwxz',
  b: 'abdefghijmnorstvwyz',
  c: 'acdfghiklmnoruvwxyz',
  d: 'ejkmoz',
  e: 'ceghrstu',
  f: 'ijkmor',
  g: 'abdefghilmnpqrstuwy',
  h: 'kmnrtu',
  i: 'delmnoqrst',
  j: 'emop',
  k: 'eghimnprwyz',
  l: 'abcikrstuvy',
  m: 'aceghklmnopqrstuvwxyz',
  n: 'acefgilopruz',
  o: 'm',
  p: 'aefghklmnrstw',
  q: 'a',
  r: 'eosuw',
  s: 'abcdeghijklmnorstuvxyz',
  t: 'cdfghjklmnortvwz',
  u: 'agksyz',
  v: 'aceginu',
  w: 'fs',
  y: 'et',
  z: 'amw',
};

const generic =
  'com org net edu gov mil int info biz name pro aero coop museum jobs mobi travel tel cat asia post arpa ' +
  'app dev page web blog cloud tech online site website space store shop live life world news media wiki xyz top club link email ' +
  'agency academy art chat codes community company design digital email events games guru host network one social software studio support ' +
  'systems team tools works zone';

const known = new Set([
  ...Object.entries(countries).flatMap(([first, seconds]) => Array.from(seconds, (second) => first + second)),
  ...generic.split(' '),
]);

/** Whether a name such as `docs.rs` ends in a well-known domain. Lower case only, because `Done.It` may begin a sentence. */
export function isWellKnownDomain(name: string): boolean {
  return known.has(name.slice(name.lastIndexOf('.') + 1));
}

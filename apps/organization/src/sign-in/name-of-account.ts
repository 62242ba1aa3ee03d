const LENGTH = { min: 2, max: 100 } as const;
/** What a name may not have: see checkedFullName. */
const UNUSABLE = /[*`\\>"@|\p{C}\p{Zl}\p{Zp}]+/gu;

/** The name that a provider gives a person, as far as it can be a name here. Otherwise the first part of their address. */
export function nameOfAccount(given: string | undefined, email: string): string {
  const usable = [given ?? '', email.slice(0, email.lastIndexOf('@')), `Person ${email.length}`].map((name) =>
    name.replaceAll(UNUSABLE, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, LENGTH.max).trim(),
  );
  return usable.find((name) => name.length >= LENGTH.min) ?? 'Person';
}

/**
 * A mail, declared once beside what sends it: what it says for given values. Plain text, so that nothing a person wrote can become markup or a
 * hidden link.
 */
export interface MailTemplate<V> {
  /** Shown in logs. */
  readonly name: string;
  readonly subject: (values: V) => string;
  readonly text: (values: V) => string;
}

export function mailTemplate<V>(template: MailTemplate<V>): MailTemplate<V> {
  return template;
}

/** What a provider says about a person who signed in, in the form that all kinds of providers share. */
export interface ProvenIdentity {
  /** By which the provider knows the person. It never belongs to another person. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider has checked that the address belongs to the person. */
  readonly isEmailVerified: boolean;
  readonly fullName: string | undefined;
  /** Undefined if the provider did not say all of them, because they are too many. */
  readonly groups: readonly string[] | undefined;
  /** The name of the session of the person at the provider. */
  readonly providerSession: string | undefined;
}

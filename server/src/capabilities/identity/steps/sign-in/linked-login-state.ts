/** The sign-in from which a customer went to another provider. */
interface LinkedLoginOrigin {
  readonly signInId: string;
  /** On the bank's own page, and not for a client. */
  readonly isOwnPage: boolean;
}

const places = { own: 'own', client: 'client' } as const;
/** With the id of an offered sign-in, or of an interaction of the authorization server. */
const shape = /^(?<place>own|client)\.(?<signInId>[\w\-]{1,64})\.[\w\-]{43}$/v;

/**
 * Returns the `state` of a request to another provider. It names the sign-in, so that the browser comes back to it; the
 * random part and the cookies of that sign-in prove that the request is its own.
 */
export function linkedLoginState({ isOwnPage, signInId }: LinkedLoginOrigin, secret: string): string {
  return `${isOwnPage ? places.own : places.client}.${signInId}.${secret}`;
}

/** Returns the sign-in that a `state` names; undefined if it is not in this form. */
export function originOfState(state: string): LinkedLoginOrigin | undefined {
  const { place, signInId } = shape.exec(state)?.groups ?? {};
  return signInId === undefined ? undefined : { signInId, isOwnPage: place === places.own };
}

/** What the id of an offered sign-in says. */
export interface OfferId {
  /** Begins with a temporary password. */
  readonly isReset: boolean;
  readonly offeredAtSeconds: number;
}

/** Random bytes that an id is made of; the first ones give way to what it says. */
export const offerIdBytes = 32;
const kinds = { usual: 0, reset: 1 } as const;
const secondsBytes = 4;

/** Writes the kind of sign-in and the second it was offered at into the beginning of random bytes. */
export function writeOfferId(random: Buffer, { isReset, offeredAtSeconds }: OfferId): string {
  const id = Buffer.from(random);
  id.writeUInt8(isReset ? kinds.reset : kinds.usual, 0);
  id.writeUIntBE(offeredAtSeconds, 1, secondsBytes);
  return id.toString('base64url');
}

/** Reads the id of an offer; nothing where a text cannot be one. */
export function readOfferId(text: string): OfferId | undefined {
  const id = Buffer.from(text, 'base64url');
  if (id.length !== offerIdBytes) return undefined;
  return { isReset: id.readUInt8(0) === kinds.reset, offeredAtSeconds: id.readUIntBE(1, secondsBytes) };
}

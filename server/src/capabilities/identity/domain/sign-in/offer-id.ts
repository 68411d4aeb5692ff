/** The data encoded in the id of an offered sign-in. */
export interface OfferId {
  /** Starts with a temporary password. */
  readonly isReset: boolean;
  readonly offeredAtSeconds: number;
}

/** Number of random bytes of an id; the encoded data overwrites the first ones. */
export const offerIdBytes = 32;
const kinds = { usual: 0, reset: 1 } as const;
const secondsBytes = 4;

/** Writes the kind of sign-in and the time of the offer (in seconds) over the first random bytes. */
export function writeOfferId(random: Buffer, { isReset, offeredAtSeconds }: OfferId): string {
  const id = Buffer.from(random);
  id.writeUInt8(isReset ? kinds.reset : kinds.usual, 0);
  id.writeUIntBE(offeredAtSeconds, 1, secondsBytes);
  return id.toString('base64url');
}

/** Reads the id of an offer; undefined for any other text. */
export function readOfferId(text: string): OfferId | undefined {
  const id = Buffer.from(text, 'base64url');
  if (id.length !== offerIdBytes) return undefined;
  return { isReset: id.readUInt8(0) === kinds.reset, offeredAtSeconds: id.readUIntBE(1, secondsBytes) };
}

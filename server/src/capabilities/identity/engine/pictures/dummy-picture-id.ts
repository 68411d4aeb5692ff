import type { IdentityVault } from '../../store/identity-vault.ts';

const halfBytes = 8;

/**
 * Returns the id of the dummy picture of a username, always the same one. It looks like any picture id; its second half
 * is derived from the first with a key, which is how the server recognizes it.
 */
export function dummyPictureId(vault: IdentityVault, bankId: string, username: string): string {
  return signedId(vault, bankId, vault.dummySeed(bankId, 'picture', username).subarray(0, halfBytes));
}

function signedId(vault: IdentityVault, bankId: string, half: Buffer): string {
  const mark = vault.dummySeed(bankId, 'picture id', half.toString('base64url')).subarray(0, halfBytes);
  return Buffer.concat([half, mark]).toString('base64url');
}

/** Returns whether an id belongs to a dummy picture. Accepts the canonical encoding only, as for real ids. */
export function isDummyPictureId(vault: IdentityVault, bankId: string, pictureId: string): boolean {
  const half = Buffer.from(pictureId, 'base64url').subarray(0, halfBytes);
  return signedId(vault, bankId, half) === pictureId;
}

import type { IdentityVault } from '../../store/identity-vault.ts';

const halfBytes = 8;

/**
 * A name for a picture that nobody has set, the same for a name always. To others it looks like any name of a picture;
 * its second half is made from the first with our key, by which we know it again.
 */
export function dummyPictureId(vault: IdentityVault, bankId: string, username: string): string {
  return signedId(vault, bankId, vault.dummySeed(bankId, 'picture', username).subarray(0, halfBytes));
}

function signedId(vault: IdentityVault, bankId: string, half: Buffer): string {
  const mark = vault.dummySeed(bankId, 'picture id', half.toString('base64url')).subarray(0, halfBytes);
  return Buffer.concat([half, mark]).toString('base64url');
}

/** Whether we made this name for a decoy. Only the one spelling: a real name has no other either. */
export function isDummyPictureId(vault: IdentityVault, bankId: string, pictureId: string): boolean {
  const half = Buffer.from(pictureId, 'base64url').subarray(0, halfBytes);
  return signedId(vault, bankId, half) === pictureId;
}

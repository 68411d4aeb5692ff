import type { KeyClass } from '#platform/key-ring/key-class.ts';
import { otpTextEncryptionContext, signatureDataEncryptionContext } from './authorization-vault.ts';

const secondsPerDay = 86_400;

/** All key classes of authorization except those of seeds, which have their own table. Names never change. */
export const authorizationKeyClasses: readonly KeyClass[] = [
  {
    name: 'authorization',
    use: 'sealing',
    columns: [
      {
        table: '"authorization".otp_verification',
        column: 'sealed_text',
        key: [{ name: 'verification_id', type: 'text' }],
        encryptionContextOf: (bankId, [verificationId = '']) =>
          otpTextEncryptionContext(bankId, verificationId),
      },
      {
        table: '"authorization".signature_collection',
        column: 'sealed_signature_data',
        key: [
          { name: 'owner', type: 'text' },
          { name: 'resource_kind', type: 'text' },
          { name: 'resource_id', type: 'text' },
          { name: 'collection_id', type: 'uuid' },
        ],
        encryptionContextOf: (bankId, [, , , collectionId = '']) =>
          signatureDataEncryptionContext(bankId, collectionId),
        // The seal of the row covers these bytes: `signatureSealWalks` changes both.
        isWalkedApart: true,
      },
    ],
  },
  { name: 'one-time codes', use: 'rotating', acceptedForSeconds: secondsPerDay },
  { name: 'recipients of codes', use: 'rotating', acceptedForSeconds: secondsPerDay },
  { name: 'strangers', use: 'rotating', acceptedForSeconds: secondsPerDay },
  { name: 'signature challenges', use: 'rotating', acceptedForSeconds: secondsPerDay },
  { name: 'signature seals', use: 'marking' },
  { name: 'approval methods', use: 'rotating', acceptedForSeconds: secondsPerDay, isAdded: true },
  { name: 'dummy endings', use: 'rotating', acceptedForSeconds: secondsPerDay, isAdded: true },
];

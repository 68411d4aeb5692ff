import { createHmac } from 'node:crypto';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { secretKeyOf } from '#platform/crypto/secret-key.ts';
import { createVault } from '#platform/crypto/vault.ts';
import type { Contact, Content } from '../domain/content.ts';
import type { ContactMedium } from '../domain/literals.ts';

/** A link to an attachment, with its reader and expiry. */
export interface ContentLink {
  readonly bankId: string;
  readonly attachmentId: string;
  readonly readerId: string;
  readonly untilSeconds: number;
}

/** Encrypts message content, and computes blind indexes of recipients and signatures of links. */
export interface CorrespondenceVault {
  sealContent(bankId: string, contentId: string, content: Content): Buffer;
  openContent(bankId: string, contentId: string, sealed: Buffer): Content;
  sealContact(bankId: string, communicationId: string, contact: Contact): Buffer;
  openContact(bankId: string, communicationId: string, sealed: Buffer): Contact;
  sealAttachment(bankId: string, attachmentId: string, part: AttachmentPart): Buffer;
  openAttachment(bankId: string, attachmentId: string, part: SealedPart): Buffer;
  /** The same address by the same medium gives the same index. */
  recipientIndex(bankId: string, medium: ContactMedium, address: string): Buffer;
  signLink(link: ContentLink): string;
  verifyLink(mark: string, link: ContentLink): boolean;
}

/** Name or bytes of a file, in plain text. */
export interface AttachmentPart {
  readonly column: 'sealed' | 'sealed_name';
  readonly plain: Buffer;
}

/** Name or bytes of a file, encrypted. */
export interface SealedPart {
  readonly column: AttachmentPart['column'];
  readonly sealed: Buffer;
}

export function contentEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'content', column: 'sealed', rowId };
}

export function contactEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'communication', column: 'sealed_contact', rowId };
}

export function attachmentEncryptionContext(
  bankId: string,
  rowId: string,
  column: AttachmentPart['column'],
): EncryptionContext {
  return { bankId, table: 'attachment', column, rowId };
}

const markBytes = 16;
const indexBytes = 16;

export function createCorrespondenceVault(keys: KeyProvider): CorrespondenceVault {
  const vault = createVault(keys, 'correspondence');
  /** The first with the current key; the others with earlier keys. */
  const marks = ({ attachmentId, bankId, readerId, untilSeconds }: ContentLink): readonly Buffer[] =>
    keys.derive(bankId, 'content links').map((key) =>
      createHmac('sha256', secretKeyOf(key))
        .update(JSON.stringify([attachmentId, readerId, untilSeconds]))
        .digest()
        .subarray(0, markBytes),
    );
  return {
    sealContent: (bankId, contentId, content) =>
      vault.seal(contentEncryptionContext(bankId, contentId), Buffer.from(JSON.stringify(content))),
    openContent(bankId, contentId, sealed) {
      const opened: unknown = JSON.parse(
        vault.unseal(contentEncryptionContext(bankId, contentId), sealed).toString(),
      );
      // oxlint-disable-next-line typescript/consistent-type-assertions -- encrypted by us; decryption fails if modified
      return opened as Content;
    },
    sealContact: (bankId, communicationId, contact) =>
      vault.seal(contactEncryptionContext(bankId, communicationId), Buffer.from(JSON.stringify(contact))),
    openContact(bankId, communicationId, sealed) {
      const opened: unknown = JSON.parse(
        vault.unseal(contactEncryptionContext(bankId, communicationId), sealed).toString(),
      );
      // oxlint-disable-next-line typescript/consistent-type-assertions -- encrypted by us; decryption fails if modified
      return opened as Contact;
    },
    sealAttachment: (bankId, attachmentId, { column, plain }) =>
      vault.seal(attachmentEncryptionContext(bankId, attachmentId, column), plain),
    openAttachment: (bankId, attachmentId, { column, sealed }) =>
      vault.unseal(attachmentEncryptionContext(bankId, attachmentId, column), sealed),
    recipientIndex: (bankId, medium, address) =>
      createHmac('sha256', secretKeyOf(keys.derive(bankId, 'recipients')[0]))
        .update(`${medium} ${address.toLowerCase()}`)
        .digest()
        .subarray(0, indexBytes),
    signLink: (link) => marks(link)[0]?.toString('base64url') ?? '',
    verifyLink: (mark, link) => {
      const signature = Buffer.from(mark, 'base64url');
      return marks(link).some((one) => equalBytes(one, signature));
    },
  };
}

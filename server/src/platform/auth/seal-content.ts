import {
  type CertificateFields,
  MalformedDer,
  readCertificate,
  readDer,
  readObjectId,
  readSequence,
} from './certificate-der.ts';

const qcStatementsId = '1.3.6.1.5.5.7.1.3';
const keyUsageId = '2.5.29.15';
const qcCompliance = '0.4.0.1862.1.1';
const qcType = '0.4.0.1862.1.6';
const electronicSignature = '0.4.0.1862.1.6.1';
const electronicSeal = '0.4.0.1862.1.6.2';
/** DER of a BIT STRING: tag, length, unused bits, then the bits, the first one highest. */
const bitString = { tag: 0x03, headerBytes: 3 } as const;
/** digitalSignature and contentCommitment (nonRepudiation) of RFC 5280 4.2.1.3. */
const signatureUses = 0b1100_0000;

/**
 * Returns what keeps a certificate from being a qualified one for electronic seals that may sign; undefined if nothing
 * does. Throws on malformed bytes.
 */
export function sealContentError(der: Uint8Array): string | undefined {
  const fields = readCertificate(der);
  const statements = qcStatementsOf(fields);
  if (!statements.has(qcCompliance)) return `its QcCompliance statement (${qcCompliance}) is missing`;
  const kinds = (statements.get(qcType) ?? []).map(readObjectId);
  if (!kinds.includes(electronicSeal) || kinds.includes(electronicSignature))
    return `its QcType (${qcType}) is not eseal (${electronicSeal}); a web certificate (QWAC) cannot sign`;
  return maySign(fields) ? undefined : 'its key usage has neither digitalSignature nor nonRepudiation';
}

/** The statements by identifier, each with the members of its value. */
function qcStatementsOf({
  extensions,
}: CertificateFields): ReadonlyMap<string, ReturnType<typeof readSequence>> {
  const extension = extensions.get(qcStatementsId);
  if (extension === undefined) return new Map();
  const statements = new Map<string, ReturnType<typeof readSequence>>();
  for (const statement of readSequence(readDer(extension.value))) {
    const [id, value] = readSequence(statement);
    const name = readObjectId(id);
    // With two of a kind, two parsers could see two different certificates.
    if (statements.has(name)) throw new MalformedDer('duplicate statement');
    statements.set(name, name === qcType ? readSequence(value) : []);
  }
  return statements;
}

function maySign({ extensions }: CertificateFields): boolean {
  const value = extensions.get(keyUsageId)?.value;
  if (value === undefined || value[0] !== bitString.tag) return false;
  return ((value[bitString.headerBytes] ?? 0) & signatureUses) !== 0;
}

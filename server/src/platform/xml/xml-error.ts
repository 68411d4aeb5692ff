/** Why an XML file is refused, whatever its content. */
export type XmlErrorReason =
  | 'too-large'
  | 'encoding'
  | 'doctype'
  | 'instruction'
  | 'too-deep'
  | 'too-many-marks'
  | 'not-well-formed'
  | 'text-too-long'
  | 'text-interrupted';

/** Why a document of a request is refused in addition. */
export type DocumentErrorReason =
  | XmlErrorReason
  | 'version'
  | 'cdata'
  | 'comments'
  | 'too-many-attributes'
  | 'name-too-long'
  | 'namespace';

/** A file that is refused, and the line of the error. It never quotes the file. */
export class XmlError<Reason extends DocumentErrorReason = XmlErrorReason> extends Error {
  override readonly name = 'XmlError';
  readonly reason: Reason;
  readonly line: number;

  constructor(reason: Reason, line: number) {
    super(`XML refused: ${reason}, line ${line}`);
    this.reason = reason;
    this.line = line;
  }
}

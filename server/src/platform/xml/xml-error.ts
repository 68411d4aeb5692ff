/** Why an XML file is refused, whatever it is about. */
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

/** A file that is not read, and the line at which that was noticed. It never quotes the file. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
  readonly reason: XmlErrorReason;
  readonly line: number;

  constructor(reason: XmlErrorReason, line: number) {
    super(`XML refused: ${reason}, line ${line}`);
    this.reason = reason;
    this.line = line;
  }
}

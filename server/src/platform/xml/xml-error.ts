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

/** A file that is refused, and the line of the error. It never quotes the file. */
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

/** Why an XML file is refused, whatever it is about. */
export type XmlFaultReason =
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
  override readonly name = 'XmlFault';
  readonly reason: XmlFaultReason;
  readonly line: number;

  constructor(reason: XmlFaultReason, line: number) {
    super(`XML refused: ${reason}, line ${line}`);
    this.reason = reason;
    this.line = line;
  }
}

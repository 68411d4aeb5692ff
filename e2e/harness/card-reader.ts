import { createHmac } from 'node:crypto';
import { truncated } from './authenticator-app.ts';

/** A card reader: an OCRA token that answers a question of digits. */
export interface CardReader {
  /** Returns what the reader shows after the customer has entered the question. */
  answer(question: string): string;
}

/** Eight digits in, eight digits out, which change every minute. */
export const readerSuite = 'OCRA-1:HOTP-SHA512-8:QN08-T1M';
const digits = 8;
const stepMs = 60_000;
const questionBytes = 128;

/** RFC 6287: the suite, the question as a number from the left of its field, and the minute. */
export function cardReader(seed: Buffer): CardReader {
  return {
    answer(question) {
      const number = BigInt(question)
        .toString(16)
        .padEnd(2 * questionBytes, '0');
      const minute = Buffer.alloc(8);
      minute.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs)));
      const mac = createHmac('sha512', seed)
        .update(`${readerSuite}\0`)
        .update(Buffer.from(number, 'hex'))
        .update(minute);
      return truncated(mac.digest(), digits);
    },
  };
}

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { Temporal } from 'temporal-polyfill';

/** A value of a column, for COPY. */
export type Field = string | number | bigint | boolean | Buffer | Temporal.Instant | null;

/** Rows in the text format of COPY. */
export interface CopyRows {
  put(fields: readonly Field[]): Promise<void>;
  end(): Promise<void>;
}

const chunkLength = 1 << 20;

/** Writes rows to a file. */
export function copyRowsToFile(folder: string, name: string): CopyRows {
  return copyRowsTo(createWriteStream(join(folder, name)));
}

/** Writes rows to a stream, in large pieces. */
export function copyRowsTo(stream: Writable): CopyRows {
  let waiting = '';
  return {
    async put(fields) {
      waiting += `${fields.map(fieldText).join('\t')}\n`;
      if (waiting.length < chunkLength) return;
      const chunk = waiting;
      waiting = '';
      if (!stream.write(chunk)) await once(stream, 'drain');
    },
    async end() {
      stream.end(waiting);
      await once(stream, 'close');
    },
  };
}

function fieldText(field: Field): string {
  if (field === null) return '\\N';
  if (Buffer.isBuffer(field)) return `\\\\x${field.toString('hex')}`;
  const text = String(field);
  return special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, ' ') : text;
}

/** Characters with a meaning in the format of COPY; hardly any value has one. */
const special = /[\\\t\n\r]/;

import { openSync, writeSync } from 'node:fs';

/** Inside a program: its accepted messages, one JSON text per line. */
export interface Journal {
  append(entry: object): void;
}

/** Opens it. A line is in the file before the message is acknowledged. */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'a', 0o600);
  return { append: (entry) => void writeSync(file, `${JSON.stringify(entry)}\n`) };
}

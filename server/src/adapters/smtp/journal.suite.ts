import { openSync, writeSync } from 'node:fs';

/** Inside a program: what it has taken, one JSON text per line. */
export interface Journal {
  append(entry: object): void;
}

/** Opens it. A line is in the file before anybody is told that a message was taken. */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'a', 0o600);
  return { append: (entry) => void writeSync(file, `${JSON.stringify(entry)}\n`) };
}

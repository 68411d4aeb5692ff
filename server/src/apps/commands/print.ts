/** Writes one line of a command's output. */
export type Print = (line: string) => void;

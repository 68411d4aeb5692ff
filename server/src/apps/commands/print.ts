/** Where a command writes its lines. */
export type Print = (line: string) => void;

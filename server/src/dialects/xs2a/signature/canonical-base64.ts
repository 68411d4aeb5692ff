/** Decodes standard base64 with padding; undefined for any other spelling of the same bytes. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  // Node's decoder skips foreign characters and accepts wrong padding and stray bits.
  return text !== '' && bytes.toString('base64') === text ? bytes : undefined;
}

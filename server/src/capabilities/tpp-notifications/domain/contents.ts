/** SPEC xs2a 7.6: which changes are sent: of authorisations, of the resource, or the last one of the resource alone. */
export const notificationContents = ['SCA', 'PROCESS', 'LAST'] as const;
export type NotificationContent = (typeof notificationContents)[number];

/**
 * Returns the contents that a third party gets: those that it prefers and the bank offers, all that the bank offers if it
 * does not say. Undefined if none is left, or if it names one twice.
 */
export function contentsFor(
  preferred: string | undefined,
  offered: readonly NotificationContent[],
): readonly NotificationContent[] | undefined {
  if (preferred === undefined) return offered;
  const names = preferred
    .replace(/^status=/, '')
    .split(',')
    .map((name) => name.trim());
  if (new Set(names).size < names.length) return undefined;
  const wanted = offered.filter((content) => names.includes(content));
  return wanted.length === 0 ? undefined : wanted;
}

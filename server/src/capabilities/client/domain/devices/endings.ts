/** Events of devices that must outlive a restore. */
export const deviceEndings: readonly string[] = ['device-unpaired'];

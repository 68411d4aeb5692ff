/** Events that must outlive a restore. */
export const authorizationEndings = ['oath-counter-used'] as const;

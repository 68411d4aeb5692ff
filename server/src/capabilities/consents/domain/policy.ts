/**
 * How long an ended consent is kept: customers see for two years whom they gave access. SPEC xs2a-2026 4
 */
export const keptDays = 731;

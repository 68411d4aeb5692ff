import fc from 'fast-check';

/** Runs before each test file: properties use the seed from `SEED`, which the checks set; without it, a random one. */
const seed = process.env['SEED'];
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

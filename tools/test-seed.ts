import fc from 'fast-check';

/** Before each test file: properties draw their values from `SEED` when it is given, as the gate does; at random otherwise. */
const given = process.env['SEED'];
if (given !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) });

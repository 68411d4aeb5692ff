import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { cellCustomers } from './year-profile.ts';

/** How large a run is. */
export interface CellSize {
  readonly name: 'ci' | 'full';
  readonly customers: number;
  readonly warmUpSeconds: number;
  /** Seconds of each step of the ramp; none where the rate is given. */
  readonly rampSeconds: number | undefined;
  /** Events per second where there is no ramp. */
  readonly perSecond: number;
  readonly holdSeconds: number;
  /** Events of each kind alone. */
  readonly eventsOfKind: number;
}

/** What a filled customer takes on disk with the indexes, measured at 2,000 customers and rounded up. */
const bytesPerCustomer = 160_000;
/** Room for the WAL of the fill and for sorting indexes. */
const reserveBytes = 16e9;
/** A third of the free disk stays free. */
const usedShare = 2 / 3;

const ciCustomers = 1_000;

export async function cellSizeFrom(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<CellSize> {
  const name = environment['CELL'] ?? 'full';
  if (name !== 'ci' && name !== 'full') throw new Error('CELL must be ci or full');
  const given = environment['CELL_CUSTOMERS'];
  if (name === 'ci')
    return {
      name,
      customers: given === undefined ? ciCustomers : Number(given),
      warmUpSeconds: 1,
      rampSeconds: undefined,
      perSecond: 3,
      holdSeconds: 4,
      eventsOfKind: 2,
    };
  return {
    name,
    customers: given === undefined ? await customersThatFit() : Number(given),
    warmUpSeconds: 30,
    rampSeconds: 12,
    perSecond: 3,
    holdSeconds: Number(environment['CELL_SECONDS'] ?? 600),
    eventsOfKind: 150,
  };
}

/** As many as the disk holds, at most those of a whole cell. */
async function customersThatFit(): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir());
  const usable = bavail * bsize * usedShare - reserveBytes;
  const fitting = Math.floor(usable / bytesPerCustomer / 1_000) * 1_000;
  if (fitting < ciCustomers)
    throw new Error('the disk has no room for a cell; free some or set CELL_CUSTOMERS');
  return Math.min(cellCustomers, fitting);
}

import { runCell } from './cell/run-cell.ts';
import { conclude } from './harness/report.ts';

conclude(await runCell(process.env));

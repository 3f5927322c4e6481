import type { ResultTable } from '@columnist/contract';

/** How far a p that counts what was drawn may be from that of everything that could be drawn. */
export const errorOfDrawing = (what: string, drawn: number, p: number): ResultTable => ({
  title: 'Error of drawing',
  columns: [`${what} drawn`, 'p', 'standard error of p'],
  rows: [[drawn, p, Math.sqrt((p * (1 - p)) / drawn)]],
});

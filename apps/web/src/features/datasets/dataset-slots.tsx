import { useUploads } from './uploads.tsx';

/** One place a dataset; hatched while a file is on its way to it. */
export function DatasetSlots({ used, limit }: { used: number; limit: number }) {
  const coming = useUploads().uploads.filter(
    ({ state }) => state === 'sending' || state === 'reading',
  ).length;
  const label = `${used} of ${limit} datasets used${coming > 0 ? `, ${coming} being uploaded` : ''}`;
  return (
    <div
      className="slots"
      style={{ gridTemplateColumns: `repeat(${limit}, 1fr)`, gap: limit > 10 ? 1 : 4 }}
      role="img"
      aria-label={label}
    >
      {Array.from({ length: limit }, (_, i) => (
        <i key={i} className={i < used ? 'used' : i < used + coming ? 'busy' : undefined} />
      ))}
    </div>
  );
}

export interface DailySeriesProps {
  readonly label: string;
  readonly days: readonly string[];
  readonly values: readonly number[];
  /** A line shows the state at the end of a day, a bar what happened in it. */
  readonly kind: 'line' | 'bars';
  readonly format: (value: number) => string;
}

const [width, height, left, right, top, bottom] = [426, 124, 46, 4, 8, 104];

/** Thirty days as a small chart of our own: no library for thirty points. */
export function DailySeries({ label, days, values, kind, format }: DailySeriesProps) {
  const highest = Math.max(...values, 1);
  const lowest = kind === 'bars' ? 0 : Math.min(...values);
  const ticks = ticksBetween(lowest, kind === 'line' && highest === lowest ? highest + 1 : highest);
  const low = Math.min(lowest, ...ticks);
  const high = Math.max(highest, ...ticks);
  const step = (width - left - right) / values.length;
  const x = (i: number) => left + (i + 0.5) * step;
  const y = (value: number) => bottom - ((value - low) / (high - low || 1)) * (bottom - top);
  const last = values.length - 1;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      role="img"
      aria-label={`${label}, last ${days.length} days: ${values.map(format).join(', ')}`}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="grl" x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} />
          <text className="ax" textAnchor="end" x={left - 8} y={y(tick) + 3.6}>
            {format(tick)}
          </text>
        </g>
      ))}
      <line stroke="var(--ink2)" x1={left} x2={width - right} y1={bottom} y2={bottom} />
      {kind === 'line' ? (
        <>
          <path
            d={values
              .map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`)
              .join('')}
            fill="none"
            stroke="var(--num)"
            strokeWidth="1.75"
            strokeLinejoin="round"
          />
          <circle
            cx={x(last)}
            cy={y(values[last] ?? 0)}
            r="3.5"
            fill="var(--num)"
            stroke="var(--paper)"
            strokeWidth="1.5"
          />
        </>
      ) : (
        values.map((value, i) => (
          <rect
            key={days[i]}
            x={left + i * step + 1}
            y={y(value)}
            width={step - 2}
            height={Math.max(0, bottom - y(value))}
            fill={i === last ? 'var(--numWeak)' : 'var(--num)'}
            stroke={i === last ? 'var(--num)' : 'none'}
            strokeDasharray={i === last ? '2 2' : undefined}
          />
        ))
      )}
      {[0, 9, 19, last].map((i) => (
        <text
          key={i}
          className="ax"
          textAnchor={i === last ? 'end' : 'middle'}
          x={i === last ? width - right : x(i)}
          y={height - 6}
        >
          {dayName(days[i] ?? '')}
        </text>
      ))}
    </svg>
  );
}

const dayName = (day: string): string =>
  day === ''
    ? ''
    : new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
        new Date(day),
      );

/** At most five round numbers from low to high. */
function ticksBetween(low: number, high: number): number[] {
  const rough = (high - low) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10));
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
}

import type { ReactNode } from 'react';

/** The head of a column; those of numbers are to the right. */
export interface Head {
  readonly text: ReactNode;
  readonly isNumber: boolean;
}
export const ofText = (text: ReactNode): Head => ({ text, isNumber: false });
export const ofNumbers = (text: ReactNode): Head => ({ text, isNumber: true });

/** The frame of a table that scrolls across where it does not fit; its children are its rows. */
export function PlainTable({
  name,
  className,
  heads,
  children,
}: {
  readonly name: string;
  readonly className?: string;
  readonly heads: readonly Head[];
  readonly children: ReactNode;
}) {
  return (
    <div
      className={className === undefined ? 'scroll-x' : `scroll-x ${className}`}
      role="region"
      aria-label={name}
      tabIndex={0}
    >
      <table className="tb">
        <thead>
          <tr>
            {heads.map(({ text, isNumber }, i) => (
              <th key={i} scope="col" className={isNumber ? 'num' : undefined}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

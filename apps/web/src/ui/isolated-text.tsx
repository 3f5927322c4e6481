import { Children, cloneElement, isValidElement, type ReactNode } from 'react';
import type { Isolate } from '../lib/isolate.ts';
import { useIsolated } from '../lib/isolation.ts';
import { unbrokenParts } from '../lib/unbroken-parts.ts';

/**
 * A sentence in which names written from right to left keep to themselves, and a figure such as
 * “p < .001” stays on one line.
 */
export function Isolated({ text }: { readonly text: string }) {
  const [first, ...others] = unbrokenParts(useIsolated()(text));
  if (others.length === 0) return first;
  return (
    <>
      {first}
      {others.map((part, i) =>
        i % 2 === 0 ? (
          <span key={`${i} ${part}`} className="unbroken">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </>
  );
}

/**
 * What is between the tags of a message, with each text isolated; elements of other components are
 * left as they are.
 */
export function isolatedText(children: ReactNode, isolate: Isolate): ReactNode {
  return Children.map(children, (child) => {
    if (typeof child === 'string') return isolate(child);
    if (!isValidElement<{ children?: ReactNode }>(child) || typeof child.type !== 'string')
      return child;
    const { children: within } = child.props;
    return within === undefined ? child : cloneElement(child, {}, isolatedText(within, isolate));
  });
}

import { Children, cloneElement, isValidElement, type ReactNode } from 'react';
import { isolated } from '../lib/isolate.ts';

/**
 * What is between the tags of a message, with each text isolated as `isolated` does; elements
 * of other components are left as they are.
 */
export function isolatedText(children: ReactNode): ReactNode {
  return Children.map(children, (child) => {
    if (typeof child === 'string') return isolated(child);
    if (!isValidElement<{ children?: ReactNode }>(child) || typeof child.type !== 'string')
      return child;
    const { children: within } = child.props;
    return within === undefined ? child : cloneElement(child, {}, isolatedText(within));
  });
}

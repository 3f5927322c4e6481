import { Children, cloneElement, isValidElement, type ReactNode } from 'react';
import { z } from 'zod';
import { isolated } from '../lib/isolate.ts';

const withChildren = z.object({ children: z.custom<ReactNode>() });

/**
 * What is between the tags of a message, with each text isolated as `isolated` does; elements
 * of other components are left as they are.
 */
export function isolatedText(children: ReactNode): ReactNode {
  return Children.map(children, (child) => {
    if (typeof child === 'string') return isolated(child);
    if (!isValidElement(child) || typeof child.type !== 'string') return child;
    const props = withChildren.safeParse(child.props);
    return props.success ? cloneElement(child, {}, isolatedText(props.data.children)) : child;
  });
}

import { Segmented as OfAntd, type SegmentedProps } from 'antd';

/**
 * One of a few choices. Its box is no stop of the Tab key: the chosen one in it is, from which the
 * arrows go on.
 */
export function Segmented<T>(props: SegmentedProps<T>) {
  return <OfAntd<T> tabIndex={-1} {...props} />;
}

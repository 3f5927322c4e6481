import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { barOf, follow, positionShowing, trackOf, type Place } from './scroll-track.ts';

interface RowWindow {
  /** Height of the element that represents all rows, px. */
  readonly height: number;
  /** Height of what is in sight below the head, px. */
  readonly sight: number;
  /** Width of what is in sight, px. */
  readonly width: number;
  /** First px of the rows that is in sight. */
  readonly position: number;
  /** The rows in sight, whole or in part: first, and one after the last. */
  readonly first: number;
  readonly end: number;
  /** Scrolls as little as shows a row whole. */
  readonly show: (row: number) => void;
}

const restMilliseconds = 150;

/** Which of any number of rows are in sight of a scrolled element, its head taken off. */
export function useRowWindow(
  holder: RefObject<HTMLElement | null>,
  total: number,
  rowHeight: number,
  headHeight: number,
): RowWindow {
  const [size, setSize] = useState({ sight: 0, width: 0 });
  const [position, setPosition] = useState(0);
  const place = useRef<Place>({ bar: 0, position: 0 });
  const track = trackOf(total * rowHeight, size.sight);
  const latest = useRef(track);
  useLayoutEffect(() => {
    latest.current = track;
  });

  const go = useCallback(
    (next: number) => {
      const element = holder.current;
      if (element === null) return;
      element.scrollTo({ top: barOf(latest.current, next), behavior: 'instant' });
      place.current = { bar: element.scrollTop, position: next };
      setPosition(next);
    },
    [holder],
  );

  useLayoutEffect(() => {
    const element = holder.current;
    if (element === null) return;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const scrolled = () => {
      place.current = follow(latest.current, place.current, element.scrollTop);
      setPosition(place.current.position);
      clearTimeout(resting);
      resting = setTimeout(() => go(place.current.position), restMilliseconds);
    };
    const observer = new ResizeObserver(() =>
      setSize({
        sight: Math.max(0, element.clientHeight - headHeight),
        width: element.clientWidth,
      }),
    );
    observer.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', scrolled);
      clearTimeout(resting);
    };
  }, [holder, headHeight, go]);

  const show = useCallback(
    (row: number) =>
      go(positionShowing(latest.current, place.current.position, row * rowHeight, rowHeight)),
    [go, rowHeight],
  );

  const within = Math.min(position, Math.max(0, track.content - track.sight));
  return {
    height: track.element,
    sight: track.sight,
    width: size.width,
    position: within,
    first: Math.floor(within / rowHeight),
    end: Math.min(total, Math.ceil((within + track.sight) / rowHeight)),
    show,
  };
}

/** Heights in px: of all rows, of the element that represents them, and of what is in sight. */
export interface Track {
  readonly content: number;
  readonly element: number;
  readonly sight: number;
}

/** Where the reader is: the scroll bar's place, and the first px of the rows in sight. */
export interface Place {
  readonly bar: number;
  readonly position: number;
}

/**
 * Browsers lay out no element taller than some 17 to 33 million px; beyond, the scroll bar is a
 * scale.
 */
const tallest = 15_000_000;

export const trackOf = (content: number, sight: number): Track => ({
  content,
  element: Math.min(content, tallest),
  sight: Math.min(sight, content),
});

const barRoom = ({ element, sight }: Track): number => Math.max(0, element - sight);
const positionRoom = ({ content, sight }: Track): number => Math.max(0, content - sight);

/**
 * The place after the bar has moved. Where the element is as tall as the rows, the bar is the
 * position. Else small
 * moves (wheel, keys) go px by px, so that no row is passed over, and large ones (the dragged bar)
 * go by proportion.
 */
export function follow(track: Track, before: Place, bar: number): Place {
  if (track.element === track.content) return { bar, position: bar };
  if (bar === before.bar) return before;
  if (bar <= 0) return { bar, position: 0 };
  if (bar >= barRoom(track) - 1) return { bar, position: positionRoom(track) };
  const moved = bar - before.bar;
  if (Math.abs(moved) > 3 * track.sight)
    return { bar, position: (bar / barRoom(track)) * positionRoom(track) };
  return { bar, position: Math.min(positionRoom(track), Math.max(0, before.position + moved)) };
}

/** Where the bar belongs for a position; it is put there when scrolling rests. */
export const barOf = (track: Track, position: number): number =>
  positionRoom(track) === 0 ? 0 : (position / positionRoom(track)) * barRoom(track);

/** The position that shows a row whole, moving as little as can be. */
export function positionShowing(
  track: Track,
  position: number,
  top: number,
  height: number,
): number {
  if (top < position || track.sight < height) return top;
  return Math.min(positionRoom(track), Math.max(position, top + height - track.sight));
}

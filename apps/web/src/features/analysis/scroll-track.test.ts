import { describe, expect, it } from 'vitest';
import { barOf, follow, positionShowing, trackOf, type Place } from './scroll-track.ts';

const rowHeight = 28;

describe('few rows', () => {
  const track = trackOf(344 * rowHeight, 600);
  it('the bar is the position', () => {
    expect(track.element).toBe(9632);
    expect(follow(track, { bar: 0, position: 0 }, 1234)).toEqual({ bar: 1234, position: 1234 });
  });
  it('a row out of sight is shown whole, one in sight moves nothing', () => {
    expect([
      positionShowing(track, 0, 30 * rowHeight, rowHeight),
      positionShowing(track, 1000, 28, rowHeight),
      positionShowing(track, 1000, 1120, rowHeight),
    ]).toEqual([268, 28, 1000]);
  });
});

describe('ten million rows on a bar of 15 million px', () => {
  const track = trackOf(10_000_000 * rowHeight, 600);
  const lastPosition = 280_000_000 - 600;
  const scroll = (from: Place, ...moves: number[]) =>
    moves.reduce((place, move) => follow(track, place, place.bar + move), from);

  it('the wheel passes over no row', () => {
    expect(scroll({ bar: 0, position: 0 }, 100, 100, 100, -50).position).toBe(250);
  });
  it('dragging the bar goes by proportion', () => {
    expect(Math.round(scroll({ bar: 0, position: 0 }, 7_499_700).position)).toBe(139_999_700);
  });
  it('both ends are reached and are the ends', () => {
    const end = scroll({ bar: 0, position: 0 }, 14_999_400);
    expect(end.position).toBe(lastPosition);
    expect(scroll(end, -100).position).toBe(lastPosition - 100);
    expect(scroll(end, -14_999_400).position).toBe(0);
  });
  it('the bar moves to where the rows are', () => {
    expect(barOf(track, lastPosition)).toBe(14_999_400);
    expect(barOf(track, 0)).toBe(0);
    const rested = { bar: barOf(track, 250), position: 250 };
    expect(follow(track, rested, rested.bar)).toEqual(rested);
  });
  it('the last row can be shown', () => {
    expect(positionShowing(track, 0, 9_999_999 * rowHeight, rowHeight)).toBe(lastPosition);
  });
});

it('before the sight is measured a row is put at the top', () => {
  expect(positionShowing(trackOf(9632, 0), 0, 0, rowHeight)).toBe(0);
});

it('less than a screen of rows has nowhere to go', () => {
  const track = trackOf(84, 600);
  expect([barOf(track, 0), positionShowing(track, 0, 56, rowHeight)]).toEqual([0, 0]);
});

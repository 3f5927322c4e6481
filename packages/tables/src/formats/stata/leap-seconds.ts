/** Days after which the International Earth Rotation Service added a second (Bulletin C). */
const days = [
  '1972-06-30',
  '1972-12-31',
  '1973-12-31',
  '1974-12-31',
  '1975-12-31',
  '1976-12-31',
  '1977-12-31',
  '1978-12-31',
  '1979-12-31',
  '1981-06-30',
  '1982-06-30',
  '1983-06-30',
  '1985-06-30',
  '1987-12-31',
  '1989-12-31',
  '1990-12-31',
  '1992-06-30',
  '1993-06-30',
  '1994-06-30',
  '1995-12-31',
  '1997-06-30',
  '1998-12-31',
  '2005-12-31',
  '2008-12-31',
  '2012-06-30',
  '2015-06-30',
  '2016-12-31',
];

const epoch = Date.UTC(1960, 0, 1);
/** The place of each added second itself, in milliseconds since 1960 with leap seconds. */
const places = days.map((day, before) => Date.parse(day) + 86_400_000 - epoch + 1000 * before);

/** Leap seconds that a count of milliseconds since 1960 (`%tC` of Stata) has in it. */
export const leapSecondsBefore = (milliseconds: number): number =>
  places.filter((place) => milliseconds >= place).length;

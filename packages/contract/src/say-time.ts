const time = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** When something happened, as people read it: '28 Nov 2026, 17:47 UTC'. */
export const sayTime = (moment: string): string => `${time.format(new Date(moment))} UTC`;

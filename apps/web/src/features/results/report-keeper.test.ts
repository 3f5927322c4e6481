import { testQuestion, type Report } from '@columnist/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  addItem,
  addReport,
  fitsLimits,
  introductionPlace,
  moveItem,
  notePlace,
  takeItemOut,
  titlePlace,
} from './report-edits.ts';
import { createReportKeeper, type ReportKeeper, type ReportServer } from './report-keeper.ts';

const question = (column: string) =>
  testQuestion.parse({
    operation: 'test_distribution',
    options: { method: 'shapiro_wilk', column },
  });
const [mass, wing, bill] = [question('mass'), question('wing'), question('bill')];
const item = (asked: typeof mass, note = '') => ({ question: asked, note });
const none: Report = { title: '', introduction: '', items: [], revision: 0, changed_at: null };

/** What the server has; it is away while `isAway`. */
let kept: Report;
let isAway: boolean;
const server: ReportServer = {
  read: () => (isAway ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(kept)),
  write: ({ revision, ...next }) => {
    if (isAway) return Promise.reject(new TypeError('Failed to fetch'));
    if (revision !== kept.revision) return Promise.resolve(null);
    kept = { ...next, revision: revision + 1, changed_at: '2026-11-29T00:00:00.000Z' };
    return Promise.resolve(kept);
  },
};
/** A tab that has read the report, and saves what is typed only when it is asked to. */
async function openTab(): Promise<ReportKeeper> {
  const tab = createReportKeeper(server, { typing: 3_600_000, retry: 3_600_000 });
  await tab.refresh();
  return tab;
}
const settled = (tab: ReportKeeper) => vi.waitFor(() => expect(tab.current().state).toBe('saved'));

beforeEach(() => {
  kept = none;
  isAway = false;
});

test('is shown as it was changed, and then kept', async () => {
  const tab = await openTab();
  expect(tab.current()).toEqual({
    report: { title: '', introduction: '', items: [] },
    state: 'new',
    error: null,
    replaced: [],
  });
  tab.write(titlePlace, 'Bir');
  tab.write(titlePlace, 'Birds');
  expect(tab.current()).toMatchObject({ report: { title: 'Birds' }, state: 'unsaved' });
  expect(kept).toEqual(none);
  await tab.save();
  expect(tab.current()).toMatchObject({ report: { title: 'Birds' }, state: 'saved' });
  expect(kept).toMatchObject({ title: 'Birds', revision: 1 });
  tab.edit(addItem(mass));
  tab.edit(addItem(wing));
  tab.edit(addItem(mass));
  tab.edit(moveItem(wing, -1));
  await settled(tab);
  await vi.waitFor(() => expect(kept.items).toEqual([item(wing), item(mass)]));
  const { revision } = kept;
  // What changes nothing is not written.
  tab.edit(addItem(mass));
  await settled(tab);
  expect(kept.revision).toBe(revision);
});

test('keeps what two tabs change at the same time', async () => {
  kept = { ...none, items: [item(mass), item(wing)], revision: 4 };
  const [one, other] = [await openTab(), await openTab()];
  one.edit(addItem(bill));
  one.edit(takeItemOut(wing));
  await settled(one);
  other.write(notePlace(mass), 'Heavy.');
  other.write(titlePlace, 'Birds');
  other.edit(moveItem(mass, 1));
  await settled(other);
  expect(kept).toMatchObject({
    title: 'Birds',
    introduction: '',
    items: [item(bill), item(mass, 'Heavy.')],
  });
  expect(other.current().replaced).toEqual([]);
  await one.refresh();
  expect(one.current().report?.items).toEqual(kept.items);
});

test('keeps a result that one writes about while another tab takes it out', async () => {
  kept = { ...none, items: [item(mass), item(wing)], revision: 4 };
  const [one, other] = [await openTab(), await openTab()];
  one.edit(takeItemOut(mass));
  await settled(one);
  other.write(notePlace(mass), 'Heavy.');
  await other.save();
  expect(kept.items).toEqual([item(wing), item(mass, 'Heavy.')]);
});

test('says which text another tab changed at the same time', async () => {
  kept = { ...none, introduction: 'Of birds.', revision: 4 };
  const [one, other] = [await openTab(), await openTab()];
  one.write(introductionPlace, 'Of birds of one summer.');
  await one.save();
  other.write(introductionPlace, 'Of birds and their mass.');
  await other.save();
  expect(kept.introduction).toBe('Of birds and their mass.');
  expect(other.current().replaced).toEqual([
    { place: introductionPlace, text: 'Of birds of one summer.' },
  ]);
  other.forgetReplaced(introductionPlace);
  expect(other.current().replaced).toEqual([]);
});

test('keeps what was changed while the server is away, and saves it later', async () => {
  const tab = createReportKeeper(server, { typing: 0, retry: 5 });
  await tab.refresh();
  isAway = true;
  tab.write(titlePlace, 'Birds');
  tab.edit(addItem(mass));
  await vi.waitFor(() => expect(tab.current().error).toBeInstanceOf(TypeError));
  expect(tab.current()).toMatchObject({
    report: { title: 'Birds', items: [item(mass)] },
    state: 'unsaved',
  });
  await tab.refresh();
  expect(tab.current()).toMatchObject({ report: { title: 'Birds' }, error: expect.anything() });
  isAway = false;
  await settled(tab);
  expect([kept.title, kept.items, tab.current().error]).toEqual(['Birds', [item(mass)], null]);
});

test('that cannot be read says so, and is read later', async () => {
  isAway = true;
  const tab = await openTab();
  expect(tab.current()).toMatchObject({ report: null, error: expect.any(TypeError) });
  isAway = false;
  await tab.refresh();
  expect(tab.current()).toMatchObject({ report: { items: [] }, error: null });
});

test('a report of this browser is added to the one of the server, once', () => {
  const here = {
    title: 'Mine',
    introduction: 'As I saw it.',
    items: [item(mass, 'Heavy.'), item(bill)],
  };
  const empty = { title: '', introduction: '', items: [] };
  expect(addReport(empty, here)).toEqual(here);
  const there = { title: 'Birds', introduction: 'Of birds.', items: [item(wing), item(mass)] };
  const both = {
    title: 'Birds',
    introduction: 'Of birds.\n\nAs I saw it.',
    items: [item(wing), item(mass, 'Heavy.'), item(bill)],
  };
  expect(addReport(there, here)).toEqual(both);
  expect(addReport(both, here)).toEqual(both);
  expect([fitsLimits(both), fitsLimits({ ...both, introduction: 'x'.repeat(5001) })]).toEqual([
    true,
    false,
  ]);
});

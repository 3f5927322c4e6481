import { reportLimits, type Report, type ReportItem, type TestQuestion } from '@columnist/contract';
import { sameQuestion, textOf } from './same-question.ts';

/** What a report says, without how often it was changed. */
export type ReportContent = Pick<Report, 'title' | 'introduction' | 'items'>;

/** A text of a report, wherever its item is by now. */
export interface Place {
  readonly key: string;
  /** Of words on a result. */
  readonly question?: TestQuestion;
  /** Null where it is not there. */
  readonly read: (report: ReportContent) => string | null;
  readonly write: (report: ReportContent, text: string) => ReportContent;
}

/** What a person changes: it can be made to any state of the report, as another tab left it. */
export type Edit =
  | {
      readonly kind: 'text';
      readonly place: Place;
      readonly to: string;
    }
  | {
      readonly kind: 'items';
      readonly apply: (report: ReportContent) => ReportContent;
      /** Called once the server has it. */
      readonly onKept?: () => void;
    };

export const applyEdit = (report: ReportContent, edit: Edit): ReportContent =>
  edit.kind === 'text' ? edit.place.write(report, edit.to) : edit.apply(report);

export const titlePlace: Place = {
  key: 'title',
  read: ({ title }) => title,
  // Of spaces alone it would be seen by nobody.
  write: (report, title) => ({ ...report, title: title.trim() === '' ? '' : title }),
};
export const introductionPlace: Place = {
  key: 'introduction',
  read: ({ introduction }) => introduction,
  write: (report, introduction) => ({ ...report, introduction }),
};

/** The words on a result. Who writes them means the result to stay: taken out elsewhere, it is back. */
export const notePlace = (question: TestQuestion): Place => ({
  key: `note ${textOf(question)}`,
  question,
  read: ({ items }) => itemOf(items, question)?.note ?? null,
  write: (report, note) =>
    itemOf(report.items, question) === undefined
      ? { ...report, items: [...report.items, { question, note }] }
      : {
          ...report,
          items: report.items.map((item) =>
            sameQuestion(item.question, question) ? { ...item, note } : item,
          ),
        },
});

const itemOf = (items: readonly ReportItem[], question: TestQuestion): ReportItem | undefined =>
  items.find((item) => sameQuestion(item.question, question));

/** Puts a result at the end of the report, unless it is in it or the report is full. */
export const addItem = (question: TestQuestion): Edit => ({
  kind: 'items',
  apply: (report) =>
    itemOf(report.items, question) !== undefined || report.items.length >= reportLimits.items
      ? report
      : { ...report, items: [...report.items, { question, note: '' }] },
});

export const takeItemOut = (question: TestQuestion): Edit => ({
  kind: 'items',
  apply: (report) => ({
    ...report,
    items: report.items.filter((item) => !sameQuestion(item.question, question)),
  }),
});

/** Moves a result one place up or down, from where it is by now. */
export const moveItem = (question: TestQuestion, by: -1 | 1): Edit => ({
  kind: 'items',
  apply: (report) => {
    const at = report.items.findIndex((item) => sameQuestion(item.question, question));
    const items = [...report.items];
    const [item] = at === -1 ? [] : items.splice(at, 1);
    if (item !== undefined) items.splice(Math.max(0, at + by), 0, item);
    return { ...report, items };
  },
});

/** Adds all of another report that is not in one yet; done twice, it adds nothing more. */
export function addReport(report: ReportContent, other: ReportContent): ReportContent {
  const known = report.items.map((item) => {
    const same = itemOf(other.items, item.question);
    return same === undefined ? item : { ...item, note: joined(item.note, same.note) };
  });
  const further = other.items.filter(
    ({ question }) => itemOf(report.items, question) === undefined,
  );
  return {
    title: report.title === '' && other.title.trim() !== '' ? other.title : report.title,
    introduction: joined(report.introduction, other.introduction),
    items: [...known, ...further],
  };
}

const joined = (text: string, other: string): string =>
  text.includes(other) ? text : text === '' ? other : `${text}\n\n${other}`;

/** Whether the server takes it. */
export const fitsLimits = ({ title, introduction, items }: ReportContent): boolean =>
  title.length <= reportLimits.title &&
  introduction.length <= reportLimits.text &&
  items.length <= reportLimits.items &&
  items.every(({ note }) => note.length <= reportLimits.text);

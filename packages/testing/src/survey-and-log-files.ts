import type { ProgramFile } from './program-files.ts';

const lines = (...of: string[]): string => `${of.join('\n')}\n`;
const rowsOf = (n: number, row: (i: number) => string[]): string[][] =>
  Array.from({ length: n }, (_, i) => row(i + 1));
const written = (rows: readonly (readonly string[])[], delimiter: string): string[] =>
  rows.map((row) => row.join(delimiter));

const logged = rowsOf(14, (i) => [
  `2024-03-01 00:${String(i).padStart(2, '0')}:00`,
  `${i}`,
  `12.${i}`,
  `4.${i}7`,
]);
const requests = rowsOf(12, (i) => [
  '2024-03-01',
  `10:00:${String(i).padStart(2, '0')}`,
  `10.0.0.${i}`,
  'GET',
  `/page/${i}`,
  '200',
]);
const answers = rowsOf(12, (i) => [
  `${100 + i}`,
  i % 3 === 0 ? 'weekly' : 'daily',
  i % 4 === 0 ? 'too slow' : '',
]);
const countries = ['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE'];
const flag = (i: number): string => (i % 2 === 0 ? 'b' : 'p');
const flagged = countries.map((geo, i) => [
  `A,PC,${geo}`,
  `${20 + i}.5 ${flag(i)}`,
  `4${i}.1 ${flag(i + 1)}`,
  `${30 - i}.25 ${flag(i)}`,
]);
const said = rowsOf(12, (i) => [`${i}`, i % 3 === 0 ? 'plain' : 'the "best" one', `${i}.5`]);
const prices = rowsOf(12, (i) => [i % 2 === 0 ? 'Tee' : 'Kaffee', `${i}`]);
const years = rowsOf(12, (i) => [`${2000 + i}`, `${300 + 7 * i}`, `${i}.5`]);
const campaigns = rowsOf(8, (i) => [`Campaign ${i}`, `${900 + i}`, `0.${i}`]);

/** Surveys, loggers, logs and reports whose names or remarks are in unusual lines. */
export const surveyAndLogFiles: readonly ProgramFile[] = [
  {
    name: 'Campbell data logger with names, units and the way each value was made',
    text: lines(
      '"TOA5","Field","CR1000"',
      '"TIMESTAMP","RECORD","Batt_V","Air_C"',
      '"TS","RN","Volts","Deg C"',
      '"","","Min","Avg"',
      ...logged.map(([at = '', ...values]) => [`"${at}"`, ...values].join(',')),
    ),
    names: ['TIMESTAMP TS', 'RECORD RN', 'Batt_V Volts Min', 'Air_C Deg C Avg'],
    rows: logged,
    said: /Does line 4 hold names/,
  },
  {
    name: 'log of a web server whose names are in a line #Fields',
    text: lines(
      '#Software: Example Server 10.0',
      '#Fields: date time c-ip cs-method cs-uri-stem sc-status',
      ...written(requests, ' '),
    ),
    names: ['date', 'time', 'c-ip', 'cs-method', 'cs-uri-stem', 'sc-status'],
    rows: requests,
    said: /comment line/,
  },
  {
    name: 'network log with its names above a line of types',
    text: lines(
      '#separator \\x09',
      '#fields\tid\thow_often\tremark',
      '#types\tcount\tstring\tstring',
      ...written(answers, '\t'),
    ),
    names: ['id', 'how_often', 'remark'],
    rows: answers,
    said: /comment line/,
  },
  {
    name: 'survey tool that names the last column in a second line',
    text: lines(
      'Respondent ID,How often?,What is missing?,',
      ',Response,Response,Other (please specify)',
      ...answers.map((row) => [...row, ''].join(',')),
    ),
    names: [
      'Respondent ID',
      'How often? Response',
      'What is missing? Response',
      'What is missing? Other (please specify)',
    ],
    rows: answers.map((row) => [...row, '']),
    said: /Does line 2 hold names/,
  },
  {
    name: 'statistics office with flags behind the numbers',
    text: lines('freq,unit,geo\\TIME_PERIOD\t2019 \t2020 \t2021 ', ...written(flagged, '\t')),
    names: ['freq,unit,geo\\TIME_PERIOD', '2019', '2020', '2021'],
    rows: flagged,
    said: /spaces around it/,
  },
  {
    name: 'quotes that are not doubled in most rows',
    text: lines(
      '"sku","description","price"',
      ...said.map((row) => row.map((cell) => `"${cell}"`).join(',')),
    ),
    names: ['sku', 'description', 'price'],
    rows: said,
    said: /quotes that are out of order/,
  },
  {
    name: 'amounts whose sign of the euro is the only letter beyond ASCII',
    text: lines(
      'Artikel;Preis',
      ...prices.map(([name = '', price = '']) => `${name};${price},75 €`),
    ),
    encoding: 'windows-1252',
    names: ['Artikel', 'Preis'],
    rows: prices.map(([name = '', price = '']) => [name, `${price}.75`]),
    said: /Windows-1252/,
  },
  {
    name: 'Chinese dates with the words for year, month and day',
    text: lines('姓名,入职日期', '张伟,2004年10月7日', '王芳,2011年3月21日', '李娜,1999年12月1日'),
    names: ['姓名', '入职日期'],
    rows: [
      ['张伟', '2004-10-07'],
      ['王芳', '2011-03-21'],
      ['李娜', '1999-12-01'],
    ],
    said: /begin with the year/,
  },
  {
    name: 'Korean dates with the words for year, month and day',
    text: lines(
      '이름,입사일',
      '김민수,2004년 10월 7일',
      '이영희,2011년 3월 21일',
      '박철수,1999년 12월 1일',
    ),
    names: ['이름', '입사일'],
    rows: [
      ['김민수', '2004-10-07'],
      ['이영희', '2011-03-21'],
      ['박철수', '1999-12-01'],
    ],
    said: /begin with the year/,
  },
  {
    name: 'source below the table with a comma in it',
    text: lines(
      'Year,Births,Rate',
      ...written(years, ','),
      '',
      '"Note: provisional, subject to revision."',
      'Source: National office, 2024',
    ),
    names: ['Year', 'Births', 'Rate'],
    rows: years,
    said: /Source: National office, 2024/,
  },
  {
    name: 'report of advertising with a total behind a colon',
    text: lines('Campaign,Clicks,Cost', ...written(campaigns, ','), 'Total: Campaigns,9000,3.60'),
    names: ['Campaign', 'Clicks', 'Cost'],
    rows: [...campaigns, ['Total: Campaigns', '9000', '3.60']],
    said: /looks like a total/,
  },
];

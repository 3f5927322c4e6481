/** Texts that programs often lose, change or stumble over. All of them are whole Unicode texts; see brokenStrings for others. */
export const naughtyStrings: readonly string[] = [
  // Words of languages and of data
  'undefined', 'nil', 'None', 'true', 'FALSE', 'NaN', 'Infinity', '-Infinity', '1e999', '-0', '0x1F', '1_000', '1,000.5', '1.000,5', '٣٫١٤', '１２３', '½', '∞', '2026-02-30', '24:60', '00000', '9007199254740993', '0.1e-400',
  // Parts of every object
  'constructor', 'prototype', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', '__lookupSetter__', 'isPrototypeOf', 'toLocaleString', 'propertyIsEnumerable', 'length', 'then', 'toJSON', 'Symbol.iterator', 'c1', 'datum',
  // Quotes and escapes
  '"', "'", '`', '""', "''", '``', '\\', '\\\\', '\\"', "\\'", '\\n', '\\u0000', 'ends in \\', '"a", "b"', "it's", '“curly”', '«guillemets»', '$$', '%s %d %n', '%00', '%2e%2e%2f', '&amp;', '&#0;',
  // SQL
  "' or '1'='1", "'; drop table dataset; --", '1; select pg_sleep(5)', 'x" union select 1 --', "/**/or/**/1=1", "\\'; copy x to '/tmp/x' --", '$1', ':name', '?', 'null value', 'select', 'c1; attach \'x\'', '%', '_', '\\%',
  // HTML, scripts, XML
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', "javascript:alert('x')", '</title>', '<!--', ']]>', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>', '<a href="data:text/html,x">',
  // Templates and expressions
  '{{7*7}}', '${7*7}', '#{7*7}', '<%= 7*7 %>', '{%x%}', '{dataset}', '{id}', '{0}', '$(id)', '`id`', '; ls', '| cat', '&& true', '> /tmp/x',
  // Formulas of spreadsheets
  '=1+1', '=cmd|\' /C calc\'!A0', '+1+1', '-1+1', '@SUM(1)', '＝1+1', '＋1', '－1', '＠SUM', '=HYPERLINK("http://x","y")',
  // Paths and names of files
  '..', '.', '../../etc/passwd', '..\\..\\windows', '/etc/passwd', 'C:\\CON', 'CON', 'nul.csv', 'a/b', 'a\\b', '.hidden', '~root', 'file:///x', '-rf', '--help', 'name.csv.exe', 'a:b', 'x?y=z', 'x#y', '*', 'a|b',
  // White space and line ends
  'tab\there', 'two\nlines', 'two\r\nlines', 'return\ronly', 'vertical\u000btab', 'form\u000cfeed', 'next\u0085line', 'line\u2028separator', 'paragraph\u2029separator', 'no\u00a0break', 'ideographic\u3000space', 'thin\u2009space', 'ogham\u1680space',
  // Unseen characters
  'zero\u200bwidth', 'join\u200der', 'non\u200cjoiner', 'soft\u00adhyphen', 'word\u2060joiner', 'byte\ufefforder', 'tag\u{e0041}s', 'variation\ufe0f', 'bell\u0007', 'escape\u001b[31mred', 'delete\u007f', 'c1\u009bcontrol', 'filler\u3164', 'object\ufffc', 'replacement\ufffd', 'noncharacter\uffff', 'private\ue000',
  // From right to left, and back
  'עברית', 'العربية', '\u202eright to left', '\u202dleft to right\u202c', '\u2066isolated\u2069', '\u200frtl mark', 'abc אבג 123',
  // Many bytes, many parts
  'é', 'e\u0301', '\u00c5', '\u212b', 'ﬁ', 'ß', 'İ', 'ı', 'ς', 'ǅ', 'Ω', 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘', '👩‍👩‍👧‍👦', '🏳️‍🌈', '👍🏿', '🇩🇪', '😀', '𝓪𝓫𝓬', '田中さん', '한국어', '🂡', '𠜎𠜱', 'नमस्ते', 'ไทย',
  // Separators of tables
  ',', ';', '|', ',,,', 'a,b;c\td|e', '"quoted, field"', '#comment', '"unfinished', 'a"b"c',
  // Long
  'x'.repeat(255), 'word '.repeat(40).trim(), 'é'.repeat(300), '👍'.repeat(120), 'a'.repeat(999),
];

/** Texts that nothing keeps as they are sent: they are refused. */
export const brokenStrings: readonly string[] = ['\0', 'a\0b', '\ud800', 'a\udc00b', '\udfff\ud800', '😀'.slice(0, 1)];

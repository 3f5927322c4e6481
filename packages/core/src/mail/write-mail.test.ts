import { colors } from '@columnist/design';
import { expect, test } from 'vitest';
import { mailKinds, writeMail, type MailFacts } from './write-mail.ts';

const facts: MailFacts = {
  fullName: 'Ada <b>Byron</b>',
  publicUrl: 'https://columnist.example',
  link: 'https://columnist.example/app/verify-email?token=abc&x="y"',
  at: '24 November 2026, 07:00 UTC',
  facts: {
    name: 'nightly <report>',
    device: 'Firefox on Linux',
    address: '198.51.100.7',
    change: 'totp_added',
    ended: 'all',
  },
};

/** Properties of every style in a message. */
const stylesOf = (html: string): readonly (readonly [name: string, value: string])[] =>
  [...html.matchAll(/ style="([^"]*)"/g)].flatMap(([, style = '']) =>
    style.split(';').map((property) => {
      const [name = '', value = ''] = property.split(/:(.*)/);
      return [name, value] as const;
    }),
  );

test.each(mailKinds.flatMap((kind) => [[kind, 'all'] as const, [kind, 'none'] as const]))(
  '%s with %s of its facts is words and valid styles, and no code',
  (kind, which) => {
    const { text, html, subject } = writeMail(
      kind,
      'ada@columnist.example',
      which === 'all' ? facts : { ...facts, fullName: '', facts: {} },
    );
    for (const written of [text, html, subject])
      expect(written).not.toMatch(/\$\{|\bundefined\b|\bnull\b|\[object|NaN/);
    const palette = new Set<string>(Object.values(colors.light));
    const inColour = stylesOf(html).filter(([name]) => ['color', 'background'].includes(name));
    expect(inColour.length).toBeGreaterThan(2);
    for (const [name, value] of inColour)
      expect([name, palette.has(value)], value).toEqual([name, true]);
    for (const [, value] of stylesOf(html)) expect(value).toMatch(/^[\w#%.,/ '-]+$/);
    expect(html).not.toMatch(/<b>|<report>/);
  },
);

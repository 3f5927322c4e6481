import type { ReceivedMail } from './mailbox.ts';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { width: 100%; border-collapse: collapse; }
  th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); vertical-align: top; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
  dd { margin: 0; overflow-wrap: anywhere; }
  iframe { width: 100%; height: 30rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); background: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
</head>
<body>
${body}
</body>
</html>
`;

const time = (instant: Date): string =>
  `<time datetime="${instant.toISOString()}">${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;

/** Every message, newest first. `base` is the path under which the pages are mounted. */
export function renderMailbox(messages: readonly ReceivedMail[], base: string): string {
  const rows = messages.map(
    (mail) =>
      `<tr><td>${time(mail.receivedAt)}</td><td>${escapeHtml(mail.to)}</td><td><a href="${base}/${mail.id}">${escapeHtml(mail.subject)}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th scope="col">Received</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return page(
    'Sandbox mailbox',
    `<h1>Sandbox mailbox</h1><p>Mail that Columnist would have sent. Nothing leaves this machine.</p>${rows.length === 0 ? '<p>No messages yet.</p>' : table}`,
  );
}

/** One message; its HTML in a frame that runs no script and whose links open a new tab. */
export function renderMail(mail: ReceivedMail, base: string): string {
  const frame =
    mail.html === null
      ? ''
      : `<iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(`<base target="_blank">${mail.html}`)}"></iframe>`;
  return page(
    mail.subject,
    `<p><a href="${base}">All messages</a></p><h1>${escapeHtml(mail.subject)}</h1>
<dl><dt>From</dt><dd>${escapeHtml(mail.from)}</dd><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Received</dt><dd>${time(mail.receivedAt)}</dd></dl>
${frame}
<h2>Text</h2><pre>${escapeHtml(mail.text)}</pre>`,
  );
}

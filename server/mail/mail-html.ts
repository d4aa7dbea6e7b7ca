import type { Language } from '../../texts/languages.ts';
import { escapeHtml } from '../shared/escape.ts';

interface Letter {
  siteName: string;
  publicUrl: string;
  language: Language;
  subject: string;
  /** The plain text: paragraphs with an empty line between them. */
  body: string;
}

const FONT = 'font-family:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif';

/**
 * The portal's own addresses as links; anybody else's stay text, since part of a mail is what people typed.
 * @param html escaped already
 */
function link(html: string, publicUrl: string): string {
  const own = escapeHtml(publicUrl).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const address = new RegExp(`${own}(?:[/?#][^\\s<]*[^\\s<.,;:)])?(?![\\w.:-]*\\w)`, 'g');
  return html.replace(address, (found) => `<a href="${found}">${found}</a>`);
}

/** A code stands out: it is read across two devices. */
const enlarge = (html: string): string =>
  html.replace(
    /^([^<\d]*: )(\d{8})$/,
    '$1<strong style="font-size:22px;line-height:30px;letter-spacing:2px">$2</strong>',
  );

/** The HTML form of a mail, from its plain text: everything escaped, nothing fetched from anywhere. */
export function mailHtml({ siteName, publicUrl, language, subject, body }: Letter): string {
  const paragraphs = body
    .trim()
    .split(/\n{2,}/)
    .map((text) => enlarge(link(escapeHtml(text), publicUrl)).replaceAll('\n', '<br>\n'))
    .map((html) => `<p style="margin:0 0 16px">${html}</p>`);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px;${escapeHtml(FONT)};font-size:16px;line-height:26px">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${escapeHtml(siteName)}</p>
${paragraphs.join('\n')}
</div>
</body>
</html>
`;
}

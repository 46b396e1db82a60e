export interface LegalSection {
  id: string;
  /** Empty for text before the first heading. */
  title: string;
  html: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/**
 * The sections of sanitised HTML, each from one `<h2>` to the next. The portal host also runs this, without a DOM. No parser is needed,
 * because the server writes headings without attributes and escapes special characters.
 */
export function sectionsOf(html: string): LegalSection[] {
  return html.split(/(?=<h2>)/).map((part, index) => {
    const heading = /^<h2>(.*?)<\/h2>/s.exec(part)?.[1] ?? '';
    const title = heading.replace(/<[^>]*>/g, '').replace(/&(\w+|#39);/g, (sign, name: string) => ENTITIES[name] ?? sign);
    return { id: `section-${index + 1}`, title, html: part };
  });
}

import type { CSSProperties } from 'react'

/*
 * The styles of an issue. Dark is written into every element, for programs that know nothing else; light and narrow
 * stand in the head, for those that ask. Colours are the site's, as hex.
 */
const ink = {
  plate: '#0f0c09',
  raised: '#1a1613',
  groove: '#3a342f',
  sand: '#f0eadf',
  dust: '#b2aaa0',
  live: '#f8823d',
}
const paper = {
  plate: '#efe8dc',
  raised: '#fffdf8',
  groove: '#d8cebf',
  sand: '#1a1613',
  dust: '#5f574e',
  live: '#a8420c',
}
const sans = "'Helvetica Neue', Helvetica, Arial, sans-serif"
const mono = "Menlo, Consolas, 'Courier New', monospace"

const text: CSSProperties = { fontFamily: sans, fontSize: '17px', lineHeight: '27px', color: ink.sand }

/** Styles by element; each belongs to the class of the same name in {@link headCss}. */
export const styles = {
  plate: { backgroundColor: ink.plate },
  raised: { backgroundColor: ink.raised, border: `1px solid ${ink.groove}` },
  line: { borderTop: `1px solid ${ink.groove}` },
  text,
  dust: { ...text, fontSize: '13px', lineHeight: '20px', color: ink.dust },
  label: {
    ...text,
    fontFamily: mono,
    fontSize: '11px',
    lineHeight: '16px',
    letterSpacing: '1.2px',
    textTransform: 'uppercase',
    color: ink.dust,
  },
  brand: { ...text, fontSize: '22px', fontWeight: 800, letterSpacing: '-1px' },
  title: { ...text, fontSize: '34px', lineHeight: '38px', letterSpacing: '-1px', fontWeight: 800 },
  lead: { ...text, fontSize: '19px', lineHeight: '29px' },
  part: { ...text, fontSize: '19px', lineHeight: '26px', fontWeight: 700 },
  link: { color: ink.live },
} satisfies Record<string, CSSProperties>

/** CSS for email apps that read the head: light theme and narrow screens. */
export const headCss = `
:root { color-scheme: dark light; supported-color-schemes: dark light; }
@media (prefers-color-scheme: light) {
  .plate { background-color: ${paper.plate} !important; }
  .raised { background-color: ${paper.raised} !important; border-color: ${paper.groove} !important; }
  .line { border-color: ${paper.groove} !important; }
  .text { color: ${paper.sand} !important; }
  .dust { color: ${paper.dust} !important; }
  .link { color: ${paper.live} !important; }
}
@media (max-width: 520px) {
  .air { padding: 12px 0 !important; }
  .side { padding-left: 20px !important; padding-right: 20px !important; }
  .title { font-size: 28px !important; line-height: 32px !important; }
}
`

/** Attributes of the elements of the content. */
export const proseStyles: Record<string, { class: string; style: string }> = {
  p: { class: 'text', style: `margin:0 0 18px;font-family:${sans};font-size:17px;line-height:27px;color:${ink.sand}` },
  h2: {
    class: 'text',
    style: `margin:30px 0 12px;font-family:${sans};font-size:23px;line-height:29px;font-weight:800;letter-spacing:-0.5px;color:${ink.sand}`,
  },
  h3: {
    class: 'text',
    style: `margin:24px 0 8px;font-family:${sans};font-size:19px;line-height:26px;font-weight:700;color:${ink.sand}`,
  },
  ul: {
    class: 'text',
    style: `margin:0 0 18px;padding:0 0 0 24px;font-family:${sans};font-size:17px;line-height:27px;color:${ink.sand}`,
  },
  ol: {
    class: 'text',
    style: `margin:0 0 18px;padding:0 0 0 24px;font-family:${sans};font-size:17px;line-height:27px;color:${ink.sand}`,
  },
  li: { class: 'text', style: `margin:0 0 6px;font-family:${sans};font-size:17px;line-height:27px;color:${ink.sand}` },
  blockquote: { class: 'line', style: `margin:0 0 18px;padding:2px 0 2px 18px;border-left:2px solid ${ink.live}` },
  hr: { class: 'line', style: `margin:26px 0;border:0;border-top:1px solid ${ink.groove}` },
  a: { class: 'link', style: `color:${ink.live}` },
}
